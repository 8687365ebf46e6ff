/** Texts that a user began to write, kept through a reload and a failure, and forgotten with the session. */
export interface Drafts {
  /** Empty when there is none of this user. @param name which box, such as `reply <ticket>`. */
  read(userId: string, name: string): string;
  /** Of the boxes in which something of this user's stands. */
  names(userId: string): readonly string[];
  /** An empty text removes the draft. */
  write(userId: string, name: string, text: string): void;
  /** Of everybody. */
  forget(): void;
}
