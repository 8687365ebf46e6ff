import type { Storage } from './storage.ts';

/** Unsent texts, stored in the tab. They outlive a reload and the end of a session, but not their user's logout. */
export interface Drafts {
  /** Empty when there is none. @param name of the text box, such as `reply <ticket>`. */
  read(userId: string, name: string): string;
  names(userId: string): readonly string[];
  /** An empty text removes the draft. */
  write(userId: string, name: string, text: string): void;
  /** Keeps the drafts for the user's next login, when a session ended by itself. */
  hold(): void;
  /** Removes the drafts of other users; when nobody is signed in (null), those that are not kept. */
  settle(userId: string | null): void;
  forget(): void;
}

export const DRAFTS_KEY = 'drafts';
/** Characters. Browsers allow about five million for a whole site. */
const MAX_KEPT = 500_000;

interface Kept {
  readonly userId: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly isHeld?: true;
}

/** Holds drafts of one user at a time. @param storage of the tab. */
export function createDrafts(storage: Pick<Storage, 'read' | 'write' | 'remove'>): Drafts {
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
      // An answer that came after another user signed in must not remove their drafts.
      if (text === '' && isOthers) return;
      const { [name]: _old, ...others } = isOthers ? {} : (before?.texts ?? {});
      const texts = text === '' ? others : { ...others, [name]: text };
      if (Object.keys(texts).length === 0) return storage.remove(DRAFTS_KEY);
      const held = before?.isHeld && !isOthers ? { isHeld: true as const } : {};
      const kept = JSON.stringify({ userId, texts, ...held } satisfies Kept);
      if (kept.length <= MAX_KEPT) storage.write(DRAFTS_KEY, kept);
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
    return null;
  }
}
