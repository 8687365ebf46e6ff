import type { Log } from '../log.ts';
import { LEADER, type SharedLocks } from '../sql/shared-locks.ts';

const CHECK_EVERY = 250;
/** Milliseconds without the broker before a node gives up its pairs. */
const DISCONNECTED_LIMIT = 3000;
/** Milliseconds before any node takes a pair without an owner. */
const UNOWNED_LIMIT = 1500;
/** Milliseconds without a heartbeat before a node loses its locks. */
const SILENCE_LIMIT = 5000;

export interface OwnershipParts {
  readonly locks: SharedLocks;
  readonly slots: ReadonlyMap<string, number>;
  readonly open: (pair: string) => Promise<void>;
  /** Resolves when everything running has ended. */
  readonly shut: (pair: string) => Promise<void>;
  /** Milliseconds; 0 while connected. */
  readonly disconnectedFor: () => number;
  readonly isAlive: (pid: number) => boolean;
  readonly onChange: () => void;
  readonly log: Log;
}

export interface Ownership {
  readonly pairs: ReadonlySet<string>;
  readonly isLeader: boolean;
  check(): Promise<void>;
  stepDown(): Promise<void>;
  close(): Promise<void>;
}

/** Gives the node its share of the pairs. Steps run one after the other; a loss of the locks takes effect at once. */
export function createOwnership(parts: OwnershipParts): Ownership {
  const { locks, slots, log } = parts;
  const pairs = new Set<string>();
  const unowned = new Map<string, number>();
  /** Since when a node with locks has sent no heartbeat. */
  const silent = new Map<number, number>();
  let isLeader = false;
  let hasSteppedDown = false;
  let isClosing = false;
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
      // Everything matched under the old locks must end before new ones are taken.
      await dropAll();
      await locks.reconnect();
    }
    // A disconnected node cannot tell which node is silent.
    if (parts.disconnectedFor() > 0) silent.clear();
    if (parts.disconnectedFor() > DISCONNECTED_LIMIT) {
      await releaseAll();
      return locks.join(false);
    }
    if (parts.disconnectedFor() > 0) return;
    await locks.join(true);
    const { holders, members } = await locks.read();
    // The database decides who holds a lock.
    for (const pair of pairs) if (holders.get(slots.get(pair) ?? 0) !== locks.pid) await drop(pair);
    if (isLeader && holders.get(LEADER) !== locks.pid) setLeader(false);
    const share = Math.ceil(slots.size / Math.max(1, members));
    for (const [pair, slot] of slots) {
      if (holders.has(slot)) unowned.delete(pair);
      else if (pairs.size < share || isLeftOver(pair))
        // A pair that cannot be opened must not delay the others.
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

  /** Safe at any time: a node without its locks cannot store anything. */
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
    // The lock may be lost while the book is read.
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
