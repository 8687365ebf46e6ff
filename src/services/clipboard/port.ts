/** The clipboard of the system. */
export interface Clipboard {
  /** @returns whether the text is in the clipboard now. Never rejects. */
  write(text: string): Promise<boolean>;
}
