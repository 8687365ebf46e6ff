import { setImmediate } from 'node:timers/promises';
import type { BookSnapshot } from '../exchange.ts';
import type { IdempotencyKey } from './idempotency.ts';
import {
  answer,
  type Answered,
  type Inspected,
  type Inspection,
  type Job,
  Jobs,
  answerStopped,
  type Waiting,
} from './jobs.ts';
import { NotMineError } from './load-book.ts';
import { PAUSE } from './priceGuard.ts';
import { type PairDependencies, PairMemory, type StopWork } from './pairMemory.ts';
import type { Pair } from './pairs.ts';
import { undoAll } from './plan.ts';
import { refuse } from './refusals.ts';
import { type Settled, SettlementError } from './settlement.ts';
import type { IncomingOrder } from './terms.ts';
import { Triggers } from './triggers.ts';

/** `settle_batch` refuses a book of an older epoch (QB001) or other content (QB002). */
const STALE_BOOK: ReadonlySet<string> = new Set(['QB001', 'QB002']);
const LARGEST_STALE = 3;

/**
 * Matches the orders of one pair one after the other in memory and stores a batch in one transaction before it is
 * published. When the database refuses one, those behind it are matched again. An order with many fills is settled in
 * parts, with other batches between them (LOAD-09).
 */
export class PairEngine {
  readonly #dependencies: PairDependencies;
  readonly #memory: PairMemory;
  readonly #triggers: Triggers;
  readonly #jobs = new Jobs();
  #running: Promise<void> | undefined;
  #isClosing = false;
  #mustLoad = false;
  #staleInRow = 0;

  constructor(pair: Pair, dependencies: PairDependencies) {
    this.#dependencies = dependencies;
    this.#memory = new PairMemory(pair, dependencies);
    this.#triggers = new Triggers(dependencies.now, this.#memory, () => this.#wake());
  }

  get pair(): Pair {
    return this.#memory.pair;
  }

  /** Its rules and fees from now on (OPERATOR-12). */
  take(pair: Pair): void {
    this.#memory.take(pair);
  }

  get epoch(): number {
    return this.#memory.epoch;
  }

  get lastTrade(): number {
    return this.#memory.lastTrade;
  }

  has(orderId: string): boolean {
    return this.#memory.has(orderId);
  }

  place(incoming: IncomingOrder, idempotencyKey: IdempotencyKey | undefined): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'order', incoming, idempotencyKey, ...waiting }));
  }

  amend(order: Omit<Job & { type: 'amend' }, 'type' | keyof Waiting>): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'amend', ...order, ...waiting }));
  }

  cancel(accountId: string, orderId: string, idempotencyKey?: IdempotencyKey): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'cancel', accountId, orderId, idempotencyKey, ...waiting }));
  }

  /** Runs `look` while no settlement of this pair is running. */
  inspect<T>(look: (matched: Inspected) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#add({ type: 'inspect', run: async (matched) => resolve(await look(matched)), reject });
    });
  }

  snapshot(depth: number): BookSnapshot {
    return this.#memory.snapshot(depth);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#triggers.close();
    await this.#running;
  }

  #ask(job: (waiting: Waiting) => Job): Promise<Answered> {
    if (this.#isClosing) return Promise.resolve(refuse.closing());
    return new Promise((resolve, reject) => {
      this.#add(job({ resolve, reject }));
    });
  }

  #add(job: Job | Inspection): void {
    this.#jobs.add(job);
    this.#wake();
  }

  #wake(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Jobs of the same event loop turn share a batch.
    await Promise.resolve();
    while (this.#hasWork()) {
      if (this.#isClosing) this.#jobs.refuseAll();
      else {
        if (!this.#jobs.isEmpty || this.#triggers.areDue) await this.#step();
        if (this.#hasFills()) await this.#settleFills();
        // The embedded database answers within the same turn of the event loop: without a pause nothing else would run.
        await setImmediate();
      }
    }
    if (!this.#isClosing) this.#triggers.rest();
    // Set in the same turn as the check of the queue, so that no job is missed.
    this.#running = undefined;
  }

  #hasWork(): boolean {
    const hasFills = this.#hasFills();
    if (!hasFills) this.#jobs.putBack(this.#jobs.takeDeferred());
    return hasFills || !this.#jobs.isEmpty || (!this.#isClosing && this.#triggers.areDue);
  }

  /** After a failure the next job reads the book first. */
  #hasFills(): boolean {
    return this.#memory.unsettled.size > 0 && !this.#mustLoad && !this.#isClosing;
  }

  async #step(): Promise<void> {
    if (this.#mustLoad) {
      try {
        await this.load();
      } catch (error) {
        this.#dependencies.log.error('a book cannot be read again', error);
        this.#triggers.delay();
        for (const job of this.#jobs.takeAll()) {
          // None was tried on a valid book, so nothing was done.
          if (error instanceof NotMineError && job.type !== 'inspect') job.resolve(refuse.notHere());
          else job.reject(error);
        }
        return;
      }
    }
    if (this.#triggers.takeTurn(!this.#jobs.isEmpty)) return this.#trigger();
    const inspection = this.#jobs.takeInspection();
    if (inspection) return inspection.run(this.#memory.inspected()).catch(inspection.reject);
    const batch = this.#jobs.takeBatch(this.#memory.unsettled);
    if (batch.length === 0) return;
    try {
      await this.#settle(batch);
    } catch (error) {
      // A defect: reload the book and reject the jobs that were planned.
      this.#mustLoad = true;
      this.#dependencies.log.error('the order path of a pair failed', error);
      for (const job of batch) if (!this.#jobs.has(job)) job.reject(error);
    }
  }

  async #settle(jobs: readonly Job[]): Promise<void> {
    const plans = this.#memory.planBatch(jobs);
    const batch = jobs.slice(0, plans.length);
    this.#jobs.putBack(jobs.slice(plans.length));
    let settled: Settled;
    try {
      settled = await this.#memory.store(plans);
    } catch (error) {
      undoAll(plans);
      this.#failed(batch, error);
      return;
    }
    this.#staleInRow = 0;
    undoAll(plans.slice(settled.done));
    plans.slice(0, settled.done).forEach((plan, index) => {
      this.#memory.publish(plan);
      answer(batch[index], plan, this.#dependencies);
    });
    const stopped = batch[settled.done];
    if (!stopped || !settled.stop) return;
    answerStopped(stopped, plans[settled.done], settled.stop, this.#dependencies);
    this.#jobs.putBack(batch.slice(settled.done + 1));
  }

  /** Stop orders that were triggered go before orders that come later, a batch at a time (STOP-03, LOAD-16). */
  async #trigger(): Promise<void> {
    const began = performance.now();
    let plans: StopWork['plans'] = [];
    try {
      const work = this.#memory.planStops(this.#triggers.most);
      plans = work.plans;
      if (plans.length === 0) return;
      await this.#memory.store(plans);
      work.stored();
      for (const plan of plans) this.#memory.publish(plan);
      this.#triggers.settled(plans.length, performance.now() - began);
    } catch (error) {
      undoAll(plans);
      this.#dependencies.log.error('stop orders cannot be matched', error);
      this.#triggerFailed(plans, error);
    }
  }

  #triggerFailed(plans: StopWork['plans'], error: unknown): void {
    const { isUndone, code } =
      error instanceof SettlementError ? error : { isUndone: false, code: undefined };
    const id = plans[0]?.operation.id;
    if (!isUndone || code === undefined || STALE_BOOK.has(code)) {
      // Whether it was stored or not, the database knows its state.
      this.#mustLoad = true;
      this.#triggers.delay();
    } else if (plans.length > 1) this.#triggers.failed(plans.length);
    // Nothing waits behind it (STOP-04).
    else if (id !== undefined) this.#memory.stops.park(id, this.#dependencies.now().getTime() + PAUSE);
    else this.#triggers.delay();
  }

  async #settleFills(): Promise<void> {
    try {
      const step = this.#memory.planFills();
      if (!step) return;
      await this.#memory.store([step]);
      this.#memory.unsettled.settled(step);
      this.#memory.publish({ trades: step.trades, changes: [], isCut: false });
    } catch (error) {
      // Whether it was stored or not, the database knows how much of the order is settled.
      this.#mustLoad = true;
      this.#dependencies.log.error('a settlement of fills failed', error);
      for (const job of this.#jobs.takeDeferred()) job.reject(error);
    }
    this.#jobs.putBack(this.#jobs.takeDeferred());
  }

  #failed(batch: readonly Job[], error: unknown): void {
    this.#dependencies.log.error('a settlement failed', error);
    const { isUndone, code } =
      error instanceof SettlementError ? error : { isUndone: false, code: undefined };
    const isStale = code !== undefined && STALE_BOOK.has(code);
    // An unknown outcome makes the book in memory unreliable.
    if (isStale || !isUndone) this.#mustLoad = true;
    if (isStale && this.#staleInRow < LARGEST_STALE) {
      this.#staleInRow += 1;
      this.#jobs.putBack(batch);
    } else if (isUndone && code !== undefined && batch.length > 1) {
      // One of them may be the reason, so they are settled one by one.
      this.#jobs.putBackAlone(batch);
    } else {
      for (const job of batch) job.reject(error);
    }
  }

  /** @throws NotMineError when another node matches the pair. */
  async load(): Promise<void> {
    await this.#memory.load();
    this.#mustLoad = false;
    if (this.#hasFills() || this.#triggers.areDue) this.#wake();
  }
}
