// The WebSocket to the studio's server: numbered messages, and a new connection with the same token when it is lost.
import { isPoseFrame, type Requests, type ServerMessage } from "./protocol";

export interface Listener {
  message(message: ServerMessage): void;
  packed(buffer: ArrayBuffer): void;
  poses(buffer: ArrayBuffer): void;
  connected(): void;
  lost(attempt: number): void;
}

const FIRST_WAIT = 300,
  LONGEST_WAIT = 3000; // between attempts to connect [ms]

export class Connection {
  private socket: WebSocket | null = null;
  private seq = 0;
  private attempt = 0;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  /** Sends a message and returns its number, or 0 if there is no connection. */
  send<Kind extends keyof Requests>(type: Kind, fields: Requests[Kind]): number {
    if (this.socket?.readyState !== WebSocket.OPEN) return 0;
    this.seq += 1;
    this.socket.send(JSON.stringify({ type, seq: this.seq, ...fields }));
    return this.seq;
  }

  /** Loses the connection, as a network does. */
  drop(): void {
    this.socket?.close();
  }

  private open(): void {
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.attempt = 0;
      this.listener.connected();
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.receive(event.data);
    socket.onclose = () => {
      this.attempt += 1;
      this.listener.lost(this.attempt);
      setTimeout(() => this.open(), Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.attempt - 1)));
    };
    this.socket = socket;
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") this.listener.message(JSON.parse(data) as ServerMessage);
    else if (isPoseFrame(data)) this.listener.poses(data);
    else this.listener.packed(data);
  }
}

/** Messages of which only the newest matters: one is on its way at a time, and meanwhile the newest waits. */
export class NewestOnly {
  private flying = 0; // the number of the message whose answer is awaited, or 0
  private sentAt = 0;
  private waiting: (() => number) | null = null;

  constructor(
    private readonly answered: (milliseconds: number) => void = () => undefined,
    private readonly patience = 3000,
  ) {}

  get busy(): boolean {
    return this.flying !== 0;
  }

  put(send: () => number): void {
    if (this.flying && performance.now() - this.sentAt < this.patience) {
      this.waiting = send;
      return;
    }
    this.sentAt = performance.now();
    this.flying = send();
  }

  /** The server has answered the message of this number (any number: `release`). */
  answer(seq: number): void {
    if (this.flying && seq === this.flying) {
      this.answered(performance.now() - this.sentAt);
      this.release();
    }
  }

  /** Whatever was on its way is answered, or will never be. */
  release(): void {
    this.flying = 0;
    const send = this.waiting;
    this.waiting = null;
    if (send) this.put(send);
  }

  /** Sends what waits at once, since no newer one will come. */
  flush(): void {
    const send = this.waiting;
    this.clear();
    if (send) send();
  }

  /** Forgets what waits and what is on its way. */
  clear(): void {
    this.flying = 0;
    this.waiting = null;
  }
}
