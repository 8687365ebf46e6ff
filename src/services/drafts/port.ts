/**
 * Texts that a user began to write, kept in the tab through a reload, a failure and the end of a session, for the same
 * user alone. They go when the user leaves, and when another one comes.
 */
export interface Drafts {
  /** Empty when there is none of this user. @param name which box, such as `reply <ticket>`. */
  read(userId: string, name: string): string;
  /** Of the boxes in which something of this user's stands. */
  names(userId: string): readonly string[];
  /** An empty text removes the draft. */
  write(userId: string, name: string, text: string): void;
  /** The session ended, and its user did not leave: what they wrote waits for their next login. */
  hold(): void;
  /** Somebody is signed in, or nobody (null): what is not theirs, and does not wait for its user, is removed. */
  settle(userId: string | null): void;
  /** Of everybody. */
  forget(): void;
}
