import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Inspection, type Job, Jobs } from '../../../venue/core/jobs.ts';
import { createNumbers, createSlotNumbers } from '../../../venue/core/numbers.ts';
import { Triggers } from '../../../venue/core/triggers.ts';
import { Unsettled } from '../../../venue/core/unsettled.ts';
import { type StopOrder, Stops } from '../../../venue/matching/stops.ts';

// The parts of a pair's engine that need neither a book nor a database.

const LARGEST_BATCH = 32;

/** A cancellation and its answer. */
function asked(orderId: string): { readonly job: Job; readonly said: string[] } {
  const said: string[] = [];
  const job = {
    type: 'cancel',
    accountId: 'ann',
    orderId,
    idempotencyKey: undefined,
    resolve: (outcome) => said.push(outcome.ok ? 'done' : outcome.code),
    reject: (error) => said.push(String(error)),
  } satisfies Job;
  return { job, said };
}

describe('the queue of a pair', () => {
  const nothing = new Unsettled();

  it('is served in order, in batches of equal size, each starting where the last one ended', () => {
    const jobs = new Jobs();
    const all = Array.from({ length: LARGEST_BATCH + 3 }, (_, index) => asked(`order ${index}`).job);
    for (const job of all) jobs.add(job);
    expect(jobs.takeBatch(nothing)).toEqual(all.slice(0, LARGEST_BATCH));
    expect(jobs.takeBatch(nothing)).toEqual(all.slice(LARGEST_BATCH));
    expect([jobs.isEmpty, jobs.takeBatch(nothing)]).toEqual([true, []]);
  });

  it('is served one by one after a batch that failed as a whole, and then in batches again', () => {
    const jobs = new Jobs();
    const all = [asked('a').job, asked('b').job, asked('c').job, asked('d').job];
    jobs.putBackAlone(all.slice(0, 2));
    for (const job of all.slice(2)) jobs.add(job);
    expect([jobs.takeBatch(nothing), jobs.takeBatch(nothing), jobs.takeBatch(nothing)]).toEqual([
      all.slice(0, 1),
      all.slice(1, 2),
      all.slice(2),
    ]);
  });

  it('keeps what concerns an order with unsettled fills waiting in place (LOAD-09)', () => {
    const jobs = new Jobs();
    const behind = asked('behind').job;
    const other = asked('other').job;
    jobs.add(behind);
    jobs.add(other);
    const fills = { behind: (id: string) => (id === 'behind' ? { quantity: 1n, value: 1n } : undefined) };
    expect(jobs.takeBatch(Object.assign(new Unsettled(), fills))).toEqual([other]);
    expect([jobs.takeDeferred(), jobs.takeDeferred()]).toEqual([[behind], []]);
  });

  it('is answered completely when the exchange closes: nobody is left waiting', () => {
    const jobs = new Jobs();
    const [first, second] = [asked('a'), asked('b')];
    const refused: string[] = [];
    const inspection: Inspection = {
      type: 'inspect',
      run: async () => undefined,
      reject: (error) => refused.push(String(error)),
    };
    for (const one of [first.job, inspection, second.job]) jobs.add(one);
    jobs.refuseAll();
    expect([first.said, second.said]).toEqual([['SERVICE_CLOSING'], ['SERVICE_CLOSING']]);
    expect(refused).toHaveLength(1);
    expect(jobs.isEmpty).toBe(true);
  });
});

describe('matching of triggered stop orders (STOP-03)', () => {
  const order = { id: 's', number: 1, stop: 100n, createdAt: new Date(0) };
  const incoming = { accountId: 'ann', side: 'buy', cost: 5n, limit: null, quantity: null };

  function triggered(pausedUntil = 0) {
    const stops = new Stops(1n);
    stops.add({ ...order, incoming } as unknown as StopOrder, true);
    let woken = 0;
    let now = 1000;
    const memory = { stops, guard: { pausedUntil } } as ConstructorParameters<typeof Triggers>[1];
    const triggers = new Triggers(
      () => new Date(now),
      memory,
      () => void (woken += 1),
    );
    return { triggers, later: (by: number) => void (now += by), woken: () => woken, stops };
  }

  it('starts at once, or after the pause of the pair, or some time after a failure', () => {
    expect(triggered().triggers.areDue).toBe(true);
    const paused = triggered(1001);
    expect(paused.triggers.areDue).toBe(false);
    paused.later(1);
    expect(paused.triggers.areDue).toBe(true);
    const failed = triggered();
    failed.triggers.delay(10);
    failed.later(9);
    expect(failed.triggers.areDue).toBe(false);
    failed.later(1);
    expect(failed.triggers.areDue).toBe(true);
  });

  it('wakes the pair once, however often that is requested meanwhile, and never after it has closed', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [open, closed] = [triggered(), triggered()];
    for (const one of [open, closed]) for (let times = 0; times < 3; times += 1) one.triggers.rest();
    closed.triggers.close();
    vi.advanceTimersByTime(1);
    expect([open.woken(), closed.woken()]).toEqual([1, 0]);
    open.triggers.rest();
    vi.advanceTimersByTime(1);
    expect(open.woken()).toBe(2);
    open.triggers.close();
  });
});

describe('the numbers of orders and trades', () => {
  it.each([
    ['of a node alone', createNumbers()],
    ['of one of several nodes', createSlotNumbers(7, () => 1000)],
  ])('%s rise, and continue above the highest one used before', (_, numbers) => {
    const [order, trade] = [numbers.nextOrder(), numbers.nextTrade()];
    expect([numbers.nextOrder() > order, numbers.nextTrade() > trade]).toEqual([true, true]);
    const high = { order: 5_000_000, trade: 6_000_000 };
    numbers.goAbove(high);
    numbers.goAbove({ order: 1, trade: 1 });
    expect(numbers.nextOrder()).toBeGreaterThan(high.order);
    expect(numbers.nextTrade()).toBeGreaterThan(high.trade);
  });

  it('of two pairs never collide, and follow the clock, so that lists of several pairs are in order', () => {
    let now = 1000;
    const [one, other] = [createSlotNumbers(1, () => now), createSlotNumbers(1023, () => now)];
    const drawn = Array.from({ length: 50 }, () => [one.nextOrder(), other.nextOrder()]).flat();
    expect(new Set(drawn).size).toBe(drawn.length);
    now = 2000;
    const later = one.nextOrder();
    expect(later).toBeGreaterThan(Math.max(...drawn));
    now = 1500;
    expect(one.nextOrder()).toBeGreaterThan(later);
  });

  it.each([0, 1024, 1.5, -1])('accept no slot %s', (slot) => {
    expect(() => createSlotNumbers(slot, Date.now)).toThrow(RangeError);
  });
});
