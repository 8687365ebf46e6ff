import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { BookSnapshot } from '../exchange.ts';
import { Book } from '../matching/book.ts';
import type { IdempotencyKey } from './idempotency.ts';
import {
  answer,
  type Answered,
  type Inspection,
  type Job,
  Jobs,
  answerStopped,
  type Waiting,
} from './jobs.ts';
import { type IsMine, loadBook, NotMineError } from './load-book.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import { type Plan, planCancel, planOrder, planRefusal, undoAll } from './plan.ts';
import { PriceGuard } from './priceGuard.ts';
import { type Listeners, Published } from './published.ts';
import { refuse } from './refusals.ts';
import { accountsOf, settle, type Settled, SettlementError } from './settlement.ts';
import type { IncomingOrder } from './terms.ts';
import { type Matching, Unsettled } from './unsettled.ts';

/** Other settlements wait for this one: about 40 ms on the embedded database (LOAD-09). */
const FILLS_AT_ONCE = 100;
/** `settle_batch` refuses a book of an older epoch (QB001) or other content (QB002). */
const STALE_BOOK: ReadonlySet<string> = new Set(['QB001', 'QB002']);
const LARGEST_STALE = 3;

export interface PairEngineDependencies extends Listeners {
  readonly pool: Pool;
  readonly numbers: Numbers;
  readonly now: () => Date;
  /** The sandbox's own accounts (LEDGER-05). */
  readonly makers: ReadonlySet<string>;
  readonly log: Log;
  readonly fillsAtOnce?: number | undefined;
  readonly whyNotOpen: (accountId: string, orderId: string) => Promise<Answered>;
  readonly whyOwing: (accountId: string) => Promise<Answered>;
  /** Only with several nodes. */
  readonly isMine?: IsMine;
}

/**
 * Matches the orders of one pair one after the other in memory and stores a batch in one transaction before it is
 * published. When the database refuses one, those behind it are matched again. An order with many fills is settled in
 * parts, with other batches between them (LOAD-09).
 */
export class PairEngine {
  readonly pair: Pair;
  readonly #dependencies: PairEngineDependencies;
  /** Ahead of the database by the batch that is being settled. */
  #book = new Book();
  readonly #published: Published;
  #epoch = '';
  readonly #unsettled = new Unsettled();
  readonly #fillsAtOnce: number;
  readonly #jobs = new Jobs();
  #running: Promise<void> | undefined;
  #isClosing = false;
  #mustLoad = false;
  #staleInRow = 0;
  readonly #guard: PriceGuard;

  constructor(pair: Pair, dependencies: PairEngineDependencies) {
    this.pair = pair;
    this.#dependencies = dependencies;
    this.#fillsAtOnce = dependencies.fillsAtOnce ?? FILLS_AT_ONCE;
    this.#guard = new PriceGuard(pair, dependencies.makers, dependencies.log);
    this.#published = new Published(pair.rules.symbol, dependencies.now().getTime(), dependencies);
  }

  get epoch(): number {
    return Number(this.#epoch);
  }

  get lastTrade(): number {
    return this.#published.lastTrade;
  }

  has(orderId: string): boolean {
    return this.#book.get(orderId) !== undefined;
  }

  place(incoming: IncomingOrder, idempotencyKey: IdempotencyKey | undefined): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'order', incoming, idempotencyKey, ...waiting }));
  }

  cancel(accountId: string, orderId: string): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'cancel', accountId, orderId, ...waiting }));
  }

  /** Runs `look` while no settlement of this pair is running. */
  inspect<T>(look: (book: Book, unsettled: Unsettled) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#add({
        type: 'inspect',
        run: async (book, unsettled) => resolve(await look(book, unsettled)),
        reject,
      });
    });
  }

  snapshot(depth: number): BookSnapshot {
    return this.#published.snapshot(depth, this.#dependencies.now());
  }

  async close(): Promise<void> {
    this.#isClosing = true;
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
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Jobs of the same event loop turn share a batch.
    await Promise.resolve();
    while (this.#hasWork()) {
      if (this.#isClosing) this.#jobs.refuseAll();
      else {
        if (!this.#jobs.isEmpty) await this.#step();
        if (this.#hasFills()) await this.#settleFills();
      }
    }
    // Set in the same turn as the check of the queue, so that no job is missed.
    this.#running = undefined;
  }

  #hasWork(): boolean {
    const hasFills = this.#hasFills();
    if (!hasFills) this.#jobs.putBack(this.#jobs.takeDeferred());
    return hasFills || !this.#jobs.isEmpty;
  }

  /** After a failure the next job reads the book first. */
  #hasFills(): boolean {
    return this.#unsettled.size > 0 && !this.#mustLoad && !this.#isClosing;
  }

  async #step(): Promise<void> {
    if (this.#mustLoad) {
      try {
        await this.load();
      } catch (error) {
        this.#dependencies.log.error('a book cannot be read again', error);
        for (const job of this.#jobs.takeAll()) {
          // None was tried on a valid book, so nothing was done.
          if (error instanceof NotMineError && job.type !== 'inspect') job.resolve(refuse.notHere());
          else job.reject(error);
        }
        return;
      }
    }
    const inspection = this.#jobs.takeInspection();
    if (inspection) return inspection.run(this.#book, this.#unsettled).catch(inspection.reject);
    const batch = this.#jobs.takeBatch(this.#unsettled);
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
    const plans = this.#planBatch(jobs);
    const batch = jobs.slice(0, plans.length);
    this.#jobs.putBack(jobs.slice(plans.length));
    let settled: Settled;
    try {
      settled = await this.#store(plans);
    } catch (error) {
      undoAll(plans);
      this.#failed(batch, error);
      return;
    }
    this.#staleInRow = 0;
    undoAll(plans.slice(settled.done));
    plans.slice(0, settled.done).forEach((plan, index) => {
      this.#published.apply(plan);
      if (plan.unsettled) this.#unsettled.add(plan.unsettled);
      this.#guard.follow(plan, this.#dependencies.now().getTime());
      answer(batch[index], plan, this.#dependencies);
    });
    const stopped = batch[settled.done];
    if (!stopped || !settled.stop) return;
    answerStopped(stopped, plans[settled.done], settled.stop, this.#dependencies);
    this.#jobs.putBack(batch.slice(settled.done + 1));
  }

  #planBatch(jobs: readonly Job[]): Plan[] {
    const plans: Plan[] = [];
    let fills = 0;
    for (const job of jobs) {
      if (fills >= this.#fillsAtOnce) break;
      const plan = this.#plan(job, this.#fillsAtOnce - fills);
      fills += plan.trades.length;
      plans.push(plan);
    }
    return plans;
  }

  #matching(now: Date): Matching {
    const { numbers } = this.#dependencies;
    const [band, roundTrips] = [this.#guard.bandAt(now.getTime()), this.#guard.roundTrips];
    return { pair: this.pair, book: this.#book, numbers, unsettled: this.#unsettled, band, roundTrips };
  }

  #plan(job: Job, most: number): Plan {
    const now = this.#dependencies.now();
    if (job.type === 'order') {
      const paused = this.#guard.whyPaused(now.getTime());
      if (paused) return planRefusal(job.incoming.accountId, paused, job.idempotencyKey, now);
      return planOrder(this.#matching(now), job.incoming, job.idempotencyKey, most, now);
    }
    const order = this.#book.get(job.orderId);
    return order?.accountId === job.accountId
      ? planCancel(this.pair, this.#book, order, now)
      : planRefusal(job.accountId, refuse.orderNotFound(), undefined, now);
  }

  async #store(plans: readonly Pick<Plan, 'operation'>[]): Promise<Settled> {
    const operations = plans.map(({ operation }) => operation);
    const hasWork = operations.some(({ type, intent }) => type !== 'refusal' || intent !== undefined);
    if (!hasWork) return { done: plans.length, stop: null };
    const book = { pair: this.pair.rules.symbol, epoch: this.#epoch };
    const settled = await settle(this.#dependencies.pool, book, operations);
    this.#dependencies.onAccounts(accountsOf(operations));
    return settled;
  }

  async #settleFills(): Promise<void> {
    try {
      const now = this.#dependencies.now();
      const step = this.#unsettled.plan(this.#matching(now), this.#fillsAtOnce, now);
      if (!step) return;
      await this.#store([step]);
      this.#unsettled.settled(step);
      this.#published.apply({ trades: step.trades, changes: [] });
      this.#guard.follow({ trades: step.trades, isCut: false }, now.getTime());
    } catch (error) {
      // Whether it was stored or not, the database knows how far the order has come.
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

  async load(): Promise<void> {
    const isFirst = this.#epoch === '';
    const { pool, numbers, isMine } = this.#dependencies;
    const known = isFirst ? null : this.#published.lastTrade;
    const loaded = await loadBook(pool, this.pair.rules.symbol, known, isMine);
    await this.#guard.load(pool, loaded, isFirst, this.#dependencies.now().getTime());
    this.#book = loaded.book;
    this.#unsettled.reset(loaded.unsettled);
    this.#epoch = loaded.epoch;
    numbers.goAbove(loaded.numbers);
    this.#mustLoad = false;
    if (isFirst) this.#published.start(loaded, isMine && loaded.at);
    else this.#published.catchUp(loaded);
    if (this.#hasFills()) this.#running ??= this.#run();
  }
}
