import type { Broker } from './broker.ts';

export const SAID_EVERY = 400;
/** After so long without a word a node is not counted any more, in milliseconds. */
const FORGOTTEN_AFTER = 2500;

/** What a node says of a pair that it matches. */
export interface Claim {
  readonly pair: string;
  readonly epoch: number;
  readonly sequence: number;
}

/** What each node says of itself, several times a second and whenever it changes. */
interface Word {
  readonly node: string;
  /** The speaker's own clock: goes back to it with every command, so that it can tell an old one. */
  readonly at: number;
  readonly peers: number;
  readonly isLeader: boolean;
  /** By which the database knows its locks. */
  readonly pid: number;
  readonly claims: readonly Claim[];
}

export interface Owner extends Claim {
  readonly node: string;
  readonly at: number;
}

/** The other nodes, as far as they are heard. */
export interface Roster {
  /** The node that matches the pair; of two that say so, the one whose book counts. */
  ownerOf(pair: string): Owner | undefined;
  /** The node that does what one does for all: of two that say so, the one that said it last. */
  leader(): string | undefined;
  /** The broker says that the node is not there. */
  forget(node: string): void;
  /** Whether a node is heard whose locks the database knows by this. */
  hears(pid: number): boolean;
  /** Sockets of all other nodes. */
  peers(): number;
  /** Says it now: something has changed. */
  say(): void;
  /** Told of every word, and of nodes that fell silent. */
  onWord(listener: () => void): void;
  /** The highest epoch that was ever said of a pair. */
  epochOf(pair: string): number;
  close(): void;
}

export interface RosterParts {
  readonly broker: Broker;
  readonly node: string;
  /** What this node says. */
  readonly speak: () => Pick<Word, 'peers' | 'isLeader' | 'pid' | 'claims'>;
}

export function createRoster({ broker, node, speak }: RosterParts): Roster {
  const words = new Map<string, Word & { readonly heardAt: number }>();
  const epochs = new Map<string, number>();
  const listeners = new Set<() => void>();
  const timer = setInterval(() => {
    say();
    for (const word of words.values())
      if (performance.now() - word.heardAt > FORGOTTEN_AFTER) words.delete(word.node);
    changed();
  }, SAID_EVERY);
  timer.unref();

  function say(): void {
    broker.publish('words', { node, at: performance.now(), ...speak() } satisfies Word);
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }

  broker.subscribe('words', (value) => {
    // Sealed: only nodes can have said it.
    const word = value as Word;
    const isNew = !words.has(word.node);
    words.set(word.node, { ...word, heardAt: performance.now() });
    for (const { pair, epoch } of word.claims) epochs.set(pair, Math.max(epoch, epochs.get(pair) ?? 0));
    if (isNew) say();
    changed();
  });

  broker.onChange((isConnected) => {
    if (isConnected) say();
    else words.clear();
    changed();
  });

  return {
    ownerOf(pair) {
      let found: Owner | undefined;
      for (const { node: speaker, at, claims } of words.values()) {
        const claim = claims.find((one) => one.pair === pair);
        if (claim && claim.epoch > (found?.epoch ?? 0)) found = { ...claim, node: speaker, at };
      }
      return found;
    },
    leader: () =>
      [...words.values()].filter(({ isLeader }) => isLeader).toSorted((a, b) => b.heardAt - a.heardAt)[0]
        ?.node,
    forget(gone) {
      if (words.delete(gone)) changed();
    },
    hears: (pid) => [...words.values()].some((word) => word.pid === pid),
    peers: () => [...words.values()].reduce((sum, { peers }) => sum + peers, 0),
    say,
    onWord: (listener) => void listeners.add(listener),
    epochOf: (pair) => epochs.get(pair) ?? 0,
    close: () => clearInterval(timer),
  };
}
