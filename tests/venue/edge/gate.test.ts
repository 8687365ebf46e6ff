import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../venue/http/fairQueue.ts';
import { createGate } from '../../../venue/http/gate.ts';
import { withGates } from '../../../venue/http/gatedReads.ts';
import type { Handlers } from '../../../venue/http/handler.ts';
import { networksOf, sourceOf } from '../../../venue/http/source.ts';
import { RefusedError } from '../../../venue/refused.ts';
import { until } from './harness.ts';

/** A client that stays connected. */
const stays = () => () => undefined;

/** Work that ends when a test says so. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string): Promise<void> => {
    await until(() => ends.has(name));
    ends.get(name)?.();
  };
  return { started, work, end };
}

const refused = async (passing: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await passing.catch((reason: unknown) => reason);
  return error instanceof RefusedError ? [error.status, error.code, error.retryAfter] : error;
};

describe('a gate (LOAD-03)', () => {
  it('lets a few work at a time, each source in turn', async () => {
    const gate = createGate({ atOnce: 2, waiting: 10, waitingPerSource: 10, rest: 0 });
    const { started, work, end } = createWork();
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'c1'].map((name) =>
      gate.pass([name.charAt(0)], stays, work(name)),
    );
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'a2']);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']) await end(name);
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'c1']);
  });

  it('refuses the surplus of a source, and of all the newest of the busiest source, with Retry-After', async () => {
    const gate = createGate({ atOnce: 1, waiting: 3, waitingPerSource: 2, rest: 0 });
    const { started, work, end } = createWork();
    const passing = ['a1', 'a2'].map((name) => gate.pass(['a'], stays, work(name)));
    const loses = refused(gate.pass(['a'], stays, work('a3')));
    expect(await refused(gate.pass(['a'], stays, work('a4')))).toEqual([429, 'TOO_MANY_AT_ONCE', 1]);
    passing.push(gate.pass(['b'], stays, work('b1')));
    // The source with two entries loses a place.
    passing.push(gate.pass(['c'], stays, work('c1')));
    expect(await loses).toEqual([503, 'BUSY', 1]);
    // Now all have one, so no place can be taken.
    expect(await refused(gate.pass(['d'], stays, work('d1')))).toEqual([503, 'BUSY', 1]);
    for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
    await Promise.all(passing);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(await gate.pass(['d'], stays, () => Promise.resolve('in'))).toBe('in');
  });

  it('LOAD-17 an IPv6 line that fills it keeps no newcomer out', async () => {
    const gate = createGate({ atOnce: 1, waiting: 64, waitingPerSource: 16, rest: 0 });
    const { started, work, end } = createWork();
    const first = gate.pass(['x'], stays, work('first'));
    const pass = (address: string, name: string) =>
      gate.pass(networksOf(sourceOf(address, undefined, 0)), stays, work(name));
    // Each from its own /64, in one /56.
    const flood = Array.from({ length: 64 }, (_, index) =>
      refused(pass(`2001:db8:0:${(0x100 + index).toString(16)}::1`, `flood ${index}`)),
    );
    const newcomers = Array.from({ length: 63 }, (_, index) =>
      pass(index % 2 === 0 ? `198.51.100.${index}` : `2001:db8:${index.toString(16)}::1`, `new ${index}`),
    );
    for (let count = 0; count < 65; count += 1) {
      await until(() => started.length > count);
      await end(started[count] ?? '');
    }
    expect(await Promise.all(newcomers)).toHaveLength(63);
    // The flood keeps one place, of 64.
    expect((await Promise.all(flood)).filter((answer) => String(answer).startsWith('flood'))).toHaveLength(1);
    await first;
  });

  it('LOAD-17 a /64 has its turn within its /56, and that within its /48', () => {
    const queue = new FairQueue<string>();
    const push = (address: string) => queue.push(networksOf(sourceOf(address, undefined, 0)), address);
    const lines = ['2001:db8:1:100::1', '2001:db8:1:101::1', '2001:db8:1:200::1', '2001:db8:2:100::1'];
    for (const address of lines) for (let count = 0; count < 2; count += 1) push(address);
    push('203.0.113.1');
    expect(Array.from({ length: 9 }, () => lines.indexOf(queue.take() ?? ''))).toEqual([
      0, 3, -1, 2, 3, 1, 2, 0, 1,
    ]);
    expect([queue.size, queue.take(), queue.takeFromLargest()]).toEqual([0, undefined, undefined]);
  });

  it('forgets clients that have gone, and does not start their work', async () => {
    const gate = createGate({ atOnce: 1, waiting: 3, waitingPerSource: 3, rest: 0 });
    const { started, work, end } = createWork();
    const first = gate.pass(['a'], stays, work('a1'));
    let leave = (): void => undefined;
    const gone = refused(
      gate.pass(
        ['a'],
        (listener) => {
          leave = listener;
          return () => undefined;
        },
        work('a2'),
      ),
    );
    const last = gate.pass(['a'], stays, work('a3'));
    leave();
    expect(await gone).toEqual([503, 'BUSY', 1]);
    await end('a1');
    await end('a3');
    await Promise.all([first, last]);
    expect(started).toEqual(['a1', 'a3']);
  });

  it('leaves a place empty for a while after long work', async () => {
    const gate = createGate({ atOnce: 1, waiting: 3, waitingPerSource: 3, rest: 3 });
    const { work, end } = createWork();
    const began = performance.now();
    const first = gate.pass(['a'], stays, work('a1'));
    const second = gate.pass(['b'], stays, () => Promise.resolve(performance.now()));
    await until(() => performance.now() - began > 20);
    const ended = performance.now();
    await end('a1');
    await first;
    // Timers may fire a millisecond early.
    expect((await second) - ended).toBeGreaterThan(3 * 20 - 1);
  });

  it('continues after failed work', async () => {
    const gate = createGate({ atOnce: 1, waiting: 3, waitingPerSource: 3, rest: 0 });
    const failed = gate.pass(['a'], stays, () => Promise.reject(new Error('no')));
    const next = gate.pass(['a'], stays, () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

describe('calls that hash a password, trade, or change an account (LOAD-11)', () => {
  it.each(['login', 'placeLimitOrder', 'createWithdrawal'] as const)(
    '%s: an address with one request waits for one of each other address, whatever those have waiting',
    async (name) => {
      const ended: string[] = [];
      const held: (() => void)[] = [];
      const handle = ({ body }: { body: string }): Promise<string> =>
        new Promise((resolve) => {
          held.push(() => {
            ended.push(body);
            resolve(body);
          });
        });
      const handlers = withGates({ [name]: handle } as unknown as Handlers, 1);
      const call = (address: string, body: string): unknown =>
        (handlers[name] as (request: unknown) => unknown)({
          body,
          c: { env: { incoming: { socket: new EventEmitter() } }, req: { header: () => address } },
        });
      const flood = Array.from({ length: 40 }, (_, index) => call('203.0.113.1', `flood ${index}`));
      const honest = call('198.51.100.1', 'honest');
      const all = Promise.all([...flood, honest]);
      for (let count = 0; count < 41; count += 1) {
        await until(() => held.length > count);
        held[count]?.();
      }
      await all;
      // Behind what had started, and the next of the other address.
      expect(ended.indexOf('honest')).toBeLessThan(18);
    },
  );

  it('a known device has its own places: strangers fill only theirs, whatever cookie they send (LOGIN-24)', async () => {
    const held: (() => void)[] = [];
    const handle = ({ body }: { body: string }): Promise<string> =>
      body === 'owner' ? Promise.resolve(body) : new Promise((resolve) => held.push(() => resolve(body)));
    const findDevice = ({ body }: { body: unknown }) =>
      String(body).startsWith('flood') ? null : () => Promise.resolve(body === 'owner' ? 'device 1' : null);
    const handlers = withGates({ login: handle } as unknown as Handlers, 1, findDevice);
    const call = (address: string, body: string): Promise<unknown> =>
      (handlers.login as (request: unknown) => Promise<unknown>)({
        body,
        c: { env: { incoming: { socket: new EventEmitter() } }, req: { header: () => address } },
      });
    // Two are at work and 200 wait: no place is left for strangers.
    const flood = Array.from({ length: 202 }, (_, index) => call(`203.0.113.${index}`, `flood ${index}`));
    await until(() => held.length === 2);
    // Neither without a cookie nor with a forged one.
    expect(await refused(call('198.51.100.1', 'flood 202'))).toEqual([503, 'BUSY', 1]);
    expect(await refused(call('198.51.100.1', 'forged'))).toEqual([503, 'BUSY', 1]);
    expect(await call('203.0.113.1', 'owner')).toBe('owner');
    for (let count = 0; count < 202; count += 1) {
      await until(() => held.length > count);
      held[count]?.();
    }
    await Promise.all(flood);
  });
});
