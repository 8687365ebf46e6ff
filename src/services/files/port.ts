/** Files that the user takes home. */
export interface Files {
  /**
   * Hands a text file to the browser, which saves it as the user has told it to.
   * @returns when it was taken; rejects when it could not be made.
   */
  save(name: string, type: string, text: string): Promise<void>;
}
