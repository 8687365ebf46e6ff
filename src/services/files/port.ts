/** Files that the user takes home. */
export interface Files {
  /** Hands a text file to the browser, which saves it as the user has told it to. */
  save(name: string, type: string, text: string): void;
}
