import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '../../../venue/log.ts';
import { createOwnership } from '../../../venue/nodes/ownership.ts';
import { createMessageCipher } from '../../../venue/nodes/messageCipher.ts';
import { LEADER, type SharedLocks } from '../../../venue/sql/shared-locks.ts';

const SLOTS = new Map([
  ['XMR-BTC', 1],
  ['GRIN-BTC', 2],
]);

/** This node's locks on a server, with a connection that the test can cut. */
class Locks implements SharedLocks {
  readonly held = new Set<number>();
  pid = 100;
  isConnected = true;
  readonly #lost: (() => void)[] = [];

  cut(): void {
    this.isConnected = false;
    this.held.clear();
    for (const listener of this.#lost) listener();
  }
  onLost(listener: () => void): void {
    this.#lost.push(listener);
  }
  async reconnect(): Promise<void> {
    this.isConnected = true;
    this.pid += 1;
  }
  async read() {
    return { holders: new Map([...this.held].map((number) => [number, this.pid])), members: 1 };
  }
  async acquire(number: number): Promise<boolean> {
    this.held.add(number);
    return true;
  }
  async release(number: number): Promise<void> {
    this.held.delete(number);
  }
  async join(): Promise<void> {}
  async evict(): Promise<void> {}
  async started(): Promise<void> {}
  async close(): Promise<void> {}
  async stillHeld(): Promise<boolean> {
    return true;
  }
}

function own(locks: Locks, shut: () => Promise<void> = async () => undefined) {
  return createOwnership({
    locks,
    slots: SLOTS,
    open: async () => undefined,
    shut,
    disconnectedFor: () => 0,
    isAlive: () => true,
    onChange: () => undefined,
    log: silentLog,
  });
}

test('lost locks are taken again only when what was matched under them has ended, and are kept then', async () => {
  const locks = new Locks();
  const ends: (() => void)[] = [];
  const ownership = own(locks, () => new Promise((resolve) => void ends.push(resolve)));
  await ownership.check();
  expect([...ownership.pairs]).toEqual(['XMR-BTC', 'GRIN-BTC']);
  locks.cut();
  expect(ownership.pairs.size).toBe(0);
  expect(ownership.isLeader).toBe(false);
  const looked = ownership.check();
  // A settlement is still running: nothing may be matched under new locks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(locks.isConnected).toBe(false);
  for (const end of ends.splice(0)) end();
  await looked;
  expect([...ownership.pairs]).toEqual(['XMR-BTC', 'GRIN-BTC']);
  expect([...locks.held].toSorted((a, b) => a - b)).toEqual([LEADER, 1, 2]);
  const closed = ownership.close();
  await new Promise((resolve) => setImmediate(resolve));
  for (const end of ends.splice(0)) end();
  await closed;
  expect([...locks.held]).toEqual([]);
});

test("a lock that the server does not confirm as this node's is dropped, whatever the node believes", async () => {
  const locks = new Locks();
  const ownership = own(locks);
  await ownership.check();
  locks.read = async () => ({
    holders: new Map([
      [LEADER, 7],
      [1, 7],
      [2, locks.pid],
    ]),
    members: 2,
  });
  await ownership.check();
  expect([...ownership.pairs]).toEqual(['GRIN-BTC']);
  expect(ownership.isLeader).toBe(false);
  await ownership.close();
});

test('a node that has stepped down does not take over the work for all again', async () => {
  const locks = new Locks();
  const ownership = own(locks);
  await ownership.check();
  expect(ownership.isLeader).toBe(true);
  await ownership.stepDown();
  await ownership.check();
  expect(ownership.isLeader).toBe(false);
  expect(locks.held.has(LEADER)).toBe(false);
  expect(ownership.pairs.size).toBe(2);
  await ownership.close();
});

test('a full book of 50,000 prices passes the broker, encrypted and compressed', () => {
  const cipher = createMessageCipher(randomBytes(32));
  const book = { bids: Array.from({ length: 50_000 }, (_, index) => [`0.0${100_000 + index}`, '1.2345']) };
  const sealed = cipher.encrypt('book', book);
  expect(sealed.length).toBeLessThan(1_000_000);
  expect(cipher.decrypt('book', sealed)).toEqual(book);
  expect(cipher.decrypt('another', sealed)).toBeUndefined();
  expect(cipher.decrypt('small', cipher.encrypt('small', ['a']))).toEqual(['a']);
});
