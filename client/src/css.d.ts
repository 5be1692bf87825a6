/** A style sheet, imported as its text. */
declare module "*.css" {
  const text: string;
  export default text;
}
