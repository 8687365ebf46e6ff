import type { Log } from '../log.ts';
import { LEADER, type SharedLocks } from '../sql/shared-locks.ts';

const CHECK_EVERY = 250;
/** A node that others cannot reach serves nobody: after so long without the broker it lets go, in milliseconds. */
const DISCONNECTED_LIMIT = 3000;
/** A pair that those whose turn it is do not take is taken by whoever sees it, after so many milliseconds. */
const UNOWNED_LIMIT = 1500;
/** A node that says nothing for so long and still has locks hangs: they are taken away from it. */
const SILENCE_LIMIT = 5000;

export interface OwnershipParts {
  readonly locks: SharedLocks;
  /** The pairs' numbers, by symbol. */
  readonly slots: ReadonlyMap<string, number>;
  /** Starts to match a pair whose lock is held. */
  readonly open: (pair: string) => Promise<void>;
  /** Matches it no more; what is under way has ended when it resolves. */
  readonly shut: (pair: string) => Promise<void>;
  /** Milliseconds since the broker was lost; 0 while it is there. */
  readonly disconnectedFor: () => number;
  /** Whether a node is heard whose locks the database knows by this. */
  readonly isAlive: (pid: number) => boolean;
  /** Told of every change, at once. */
  readonly onChange: () => void;
  readonly log: Log;
}

/** Which pairs this node matches, and whether it does what one node does for all. */
export interface Ownership {
  readonly pairs: ReadonlySet<string>;
  readonly isLeader: boolean;
  /** One check at the locks; the timer calls it. */
  check(): Promise<void>;
  /** Leaves what one node does for all to another one, for good. */
  stepDown(): Promise<void>;
  /** Gives everything back. */
  close(): Promise<void>;
}

/**
 * Takes pairs that nobody has, as many as come to this node when all nodes share them, and gives one back when it
 * has more. Every step is one after the other; the loss of the locks alone takes effect at once.
 */
export function createOwnership(parts: OwnershipParts): Ownership {
  const { locks, slots, log } = parts;
  const pairs = new Set<string>();
  /** Since when nobody has the pair. */
  const unowned = new Map<string, number>();
  /** Since when a node with locks is not heard. */
  const silent = new Map<number, number>();
  let isLeader = false;
  let hasSteppedDown = false;
  let isClosing = false;
  /** Ends when everything that was let go is at its end. */
  let dropped: Promise<unknown> = Promise.resolve();
  let underway: Promise<void> = Promise.resolve();

  const timer = setInterval(() => void next(), CHECK_EVERY);
  timer.unref();
  locks.onLost(() => {
    log.warn('the locks of this node are lost, its pairs are given up');
    void dropAll();
  });

  function next(): Promise<void> {
    underway = underway.then(check).catch((error: unknown) => {
      if (!isClosing) log.error('sharing the pairs with other nodes', error);
    });
    return underway;
  }

  async function check(): Promise<void> {
    if (isClosing) return;
    if (!locks.isConnected) {
      // The locks will be new ones, and what was matched under the old ones has to be at its end.
      await dropAll();
      await locks.reconnect();
    }
    // Who isAlive nobody cannot say who is silent.
    if (parts.disconnectedFor() > 0) silent.clear();
    if (parts.disconnectedFor() > DISCONNECTED_LIMIT) {
      await releaseAll();
      return locks.join(false);
    }
    // Not yet a reason to let go, but none to take more.
    if (parts.disconnectedFor() > 0) return;
    await locks.join(true);
    const { holders, members } = await locks.read();
    // What the server says counts, not what is believed here.
    for (const pair of pairs) if (holders.get(slots.get(pair) ?? 0) !== locks.pid) await drop(pair);
    if (isLeader && holders.get(LEADER) !== locks.pid) setLeader(false);
    const share = Math.ceil(slots.size / Math.max(1, members));
    for (const [pair, slot] of slots) {
      if (holders.has(slot)) unowned.delete(pair);
      else if (pairs.size < share || isLeftOver(pair))
        // One that cannot be read now must not keep the others waiting.
        await take(pair, slot).catch((error: unknown) => log.error('taking a pair', error));
    }
    const [surplus] = pairs.size > share && unowned.size === 0 ? pairs : [];
    if (surplus !== undefined) await release(surplus);
    if (!hasSteppedDown && !holders.has(LEADER) && (await locks.acquire(LEADER))) setLeader(true);
    await evictSilent(new Set(holders.values()));
  }

  function isLeftOver(pair: string): boolean {
    const since = unowned.get(pair) ?? performance.now();
    unowned.set(pair, since);
    return performance.now() - since > UNOWNED_LIMIT;
  }

  /** Safe at any time: a node without its locks can store nothing, whether it knows that or not. */
  async function evictSilent(holders: ReadonlySet<number>): Promise<void> {
    for (const pid of silent.keys()) if (!holders.has(pid) || parts.isAlive(pid)) silent.delete(pid);
    for (const pid of holders) {
      if (pid === locks.pid || parts.isAlive(pid)) continue;
      const since = silent.get(pid) ?? performance.now();
      silent.set(pid, since);
      if (performance.now() - since < SILENCE_LIMIT) continue;
      log.warn('a node that hangs loses its locks');
      silent.delete(pid);
      await locks.evict(pid);
    }
  }

  async function take(pair: string, slot: number): Promise<void> {
    if (!(await locks.acquire(slot))) return;
    try {
      await parts.open(pair);
    } catch (error) {
      await locks.release(slot);
      throw error;
    }
    // Lost while its book was read: then it is nobody's here.
    if (!locks.held.has(slot)) return parts.shut(pair);
    pairs.add(pair);
    parts.onChange();
  }

  async function release(pair: string): Promise<void> {
    await drop(pair);
    await locks.release(slots.get(pair) ?? 0);
  }

  async function drop(pair: string): Promise<void> {
    pairs.delete(pair);
    const shut = parts.shut(pair);
    parts.onChange();
    await shut.catch((error: unknown) => log.error('letting a pair go', error));
  }

  function setLeader(value: boolean): void {
    isLeader = value;
    parts.onChange();
  }

  /** Does nothing for all any more, and matches nothing; its locks stay as they are. */
  function dropAll(): Promise<unknown> {
    if (isLeader) setLeader(false);
    dropped = Promise.all([dropped, ...[...pairs].map(drop)]);
    return dropped;
  }

  async function releaseAll(): Promise<void> {
    await dropAll();
    for (const number of locks.held) await locks.release(number);
  }

  return {
    pairs,
    get isLeader() {
      return isLeader;
    },
    check: next,
    async stepDown() {
      hasSteppedDown = true;
      underway = underway.then(async () => {
        if (isLeader) setLeader(false);
        await locks.release(LEADER).catch((error: unknown) => log.error('leaving the work for all', error));
      });
      await underway;
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      await underway;
      await releaseAll().catch((error: unknown) => log.error('giving the pairs back', error));
    },
  };
}
