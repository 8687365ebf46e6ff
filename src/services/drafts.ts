import type { Storage } from './storage.ts';

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

export const DRAFTS_KEY = 'drafts';
/** Browsers give about five million characters to all of a site; more is kept nowhere. */
const MOST_KEPT = 500_000;

interface Kept {
  readonly userId: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Whether they wait for the user's next login. */
  readonly isHeld?: true;
}

/** Drafts of one user at a time: what another one left is removed. @param storage of the tab. */
export function createDrafts(storage: Storage): Drafts {
  function textsOf(userId: string): Readonly<Record<string, string>> {
    const kept = parse(storage.read(DRAFTS_KEY));
    return kept?.userId === userId ? kept.texts : {};
  }
  return {
    read: (userId, name) => {
      const texts = textsOf(userId);
      return Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';
    },
    names: (userId) => Object.keys(textsOf(userId)),
    write(userId, name, text) {
      const before = parse(storage.read(DRAFTS_KEY));
      const isOthers = before !== null && before.userId !== userId;
      // Whose answer came after somebody else had signed in leaves their drafts alone.
      if (text === '' && isOthers) return;
      const { [name]: _old, ...others } = isOthers ? {} : (before?.texts ?? {});
      const texts = text === '' ? others : { ...others, [name]: text };
      if (Object.keys(texts).length === 0) return storage.remove(DRAFTS_KEY);
      const held = before?.isHeld && !isOthers ? { isHeld: true as const } : {};
      const kept = JSON.stringify({ userId, texts, ...held } satisfies Kept);
      if (kept.length <= MOST_KEPT) storage.write(DRAFTS_KEY, kept);
    },
    hold() {
      const kept = parse(storage.read(DRAFTS_KEY));
      if (kept) storage.write(DRAFTS_KEY, JSON.stringify({ ...kept, isHeld: true } satisfies Kept));
    },
    settle(userId) {
      const kept = parse(storage.read(DRAFTS_KEY));
      if (kept === null || (userId === null ? !kept.isHeld : kept.userId !== userId)) {
        storage.remove(DRAFTS_KEY);
      } else if (userId !== null) {
        const { texts } = kept;
        storage.write(DRAFTS_KEY, JSON.stringify({ userId, texts } satisfies Kept));
      }
    },
    forget: () => storage.remove(DRAFTS_KEY),
  };
}

function parse(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const read = JSON.parse(text) as Partial<Kept> | null;
    const isKept =
      typeof read?.userId === 'string' &&
      typeof read.texts === 'object' &&
      read.texts !== null &&
      Object.values(read.texts).every((one) => typeof one === 'string');
    return isKept ? (read as Kept) : null;
  } catch {
    // Not JSON: nothing that this product wrote.
    return null;
  }
}
