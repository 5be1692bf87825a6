/** The one script of reports and studio: the class of the page's body says which of them it is. */
import { startStudio } from "./studio/studio";
import { startPlayers } from "./player/players";

function start(): void {
  if (document.body.classList.contains("kinloop-studio")) startStudio();
  else if (document.body.classList.contains("kinloop-page")) startPlayers();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
