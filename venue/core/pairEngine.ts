import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { BookSnapshot, OrderRecord, Outcome } from '../exchange.ts';
import { Book } from '../matching/book.ts';
import type { Incoming } from '../matching/match.ts';
import { type IdempotencyKey, repeated } from './idempotency.ts';
import { type IsMine, loadBook, NotMineError } from './load-book.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import { type Plan, planCancel, planOrder, planRefusal } from './plan.ts';
import { PriceGuard } from './priceGuard.ts';
import { type Listeners, Published } from './published.ts';
import { refuse } from './refusals.ts';
import { settle, type Settled, SettlementError, type Stop } from './settlement.ts';

const LARGEST_BATCH = 32;
/** `settle_batch` refuses a stale book (QB001: older epoch, QB002: other content); it is then read again. */
const STALE_BOOK: ReadonlySet<string> = new Set(['QB001', 'QB002']);
const LARGEST_STALE = 3;
type Answered = Outcome<OrderRecord>;
interface Waiting {
  readonly resolve: (outcome: Answered) => void;
  readonly reject: (error: unknown) => void;
}
type Job =
  | (Waiting & {
      readonly type: 'order';
      readonly incoming: Incoming;
      readonly idempotencyKey: IdempotencyKey | undefined;
    })
  | (Waiting & { readonly type: 'cancel'; readonly accountId: string; readonly orderId: string });
/** Work that needs the book while no settlement is running. */
interface Inspection {
  readonly type: 'inspect';
  readonly run: (book: Book) => Promise<void>;
  readonly reject: (error: unknown) => void;
}

export interface PairEngineDependencies extends Listeners {
  readonly pool: Pool;
  readonly numbers: Numbers;
  readonly now: () => Date;
  /** The sandbox's own accounts (LEDGER-05). */
  readonly makers: ReadonlySet<string>;
  readonly log: Log;
  whyNotOpen(accountId: string, orderId: string): Promise<Answered>;
  /** The refusal of an order of an account that owes. */
  whyOwing(accountId: string): Promise<Answered>;
  /** With several nodes: whether the pair is still matched here. */
  readonly isMine?: IsMine;
}

/**
 * Matches and settles the orders of one pair. Orders are matched one after the other in memory and stored in one
 * transaction before anybody sees them. Orders that wait meanwhile form the next batch. When the database refuses one,
 * those behind it are undone and matched again.
 */
export class PairEngine {
  readonly pair: Pair;
  readonly #dependencies: PairEngineDependencies;
  /** Ahead of the database by the batch that is being settled. */
  #book = new Book();
  readonly #published: Published;
  #epoch = '';
  #jobs: (Job | Inspection)[] = [];
  #running: Promise<void> | undefined;
  #isClosing = false;
  #mustLoad = false;
  /** Number of jobs to settle one by one, because their batch failed as a whole. */
  #alone = 0;
  #staleInRow = 0;
  readonly #guard: PriceGuard;

  constructor(pair: Pair, dependencies: PairEngineDependencies) {
    this.pair = pair;
    this.#dependencies = dependencies;
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

  place(incoming: Incoming, idempotencyKey: IdempotencyKey | undefined): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'order', incoming, idempotencyKey, ...waiting }));
  }

  cancel(accountId: string, orderId: string): Promise<Answered> {
    return this.#ask((waiting) => ({ type: 'cancel', accountId, orderId, ...waiting }));
  }

  /** Runs `look` while no settlement of this pair is running. */
  inspect<T>(look: (book: Book) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#add({ type: 'inspect', run: async (book) => resolve(await look(book)), reject });
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
    this.#jobs.push(job);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Jobs of the same event loop turn share a batch.
    await Promise.resolve();
    while (this.#jobs.length > 0) {
      if (this.#isClosing) this.#refuseWaiting();
      else await this.#step();
    }
    // Set in the same turn as the check of the queue, so that no job is missed.
    this.#running = undefined;
  }

  #refuseWaiting(): void {
    for (const job of this.#jobs.splice(0)) {
      if (job.type === 'inspect') job.reject(new Error('the exchange is closing'));
      else job.resolve(refuse.closing());
    }
  }

  async #step(): Promise<void> {
    if (this.#mustLoad) {
      try {
        await this.load();
      } catch (error) {
        this.#dependencies.log.error('a book cannot be read again', error);
        for (const job of this.#jobs.splice(0)) {
          // None of them was tried on a valid book, so nothing was done.
          if (error instanceof NotMineError && job.type !== 'inspect') job.resolve(refuse.notHere());
          else job.reject(error);
        }
        return;
      }
    }
    const [first] = this.#jobs;
    if (first?.type === 'inspect') {
      this.#jobs.shift();
      await first.run(this.#book).catch(first.reject);
      return;
    }
    const batch = this.#nextBatch();
    try {
      await this.#settle(batch);
    } catch (error) {
      // A defect: reload the book and reject the jobs that still wait.
      this.#mustLoad = true;
      this.#dependencies.log.error('the order path of a pair failed', error);
      for (const job of batch) job.reject(error);
    }
  }

  #nextBatch(): Job[] {
    const most = this.#alone > 0 ? 1 : LARGEST_BATCH;
    this.#alone = Math.max(0, this.#alone - 1);
    const batch: Job[] = [];
    for (const job of this.#jobs) {
      if (job.type === 'inspect' || batch.length === most) break;
      batch.push(job);
    }
    this.#jobs.splice(0, batch.length);
    return batch;
  }

  async #settle(batch: readonly Job[]): Promise<void> {
    const plans = batch.map((job) => this.#plan(job));
    let settled: Settled;
    try {
      settled = await this.#store(plans);
    } catch (error) {
      undo(plans);
      this.#failed(batch, error);
      return;
    }
    this.#staleInRow = 0;
    undo(plans.slice(settled.done));
    plans.slice(0, settled.done).forEach((plan, index) => {
      this.#published.apply(plan);
      this.#guard.follow(plan, this.#dependencies.now().getTime());
      this.#answer(batch[index], plan);
    });
    const stopped = batch[settled.done];
    if (!stopped || !settled.stop) return;
    this.#answerStopped(stopped, outcomeOfStop(stopped, plans[settled.done], settled.stop));
    this.#jobs.unshift(...batch.slice(settled.done + 1));
  }

  #answerStopped(job: Job, outcome: Answered): void {
    if (job.type === 'order' && !outcome.ok && outcome.code === 'DEPOSIT_UNDONE')
      this.#dependencies.whyOwing(job.incoming.accountId).then(job.resolve, job.reject);
    else job.resolve(outcome);
  }

  #plan(job: Job): Plan {
    const now = this.#dependencies.now();
    if (job.type === 'order') {
      const paused = this.#guard.whyPaused(now.getTime());
      if (paused) return planRefusal(job.incoming.accountId, paused, job.idempotencyKey, now);
      return planOrder(
        this.pair,
        this.#book,
        job.incoming,
        job.idempotencyKey,
        this.#dependencies.numbers,
        now,
        this.#guard.bandAt(now.getTime()),
        this.#guard.roundTrips,
      );
    }
    const order = this.#book.get(job.orderId);
    return order?.accountId === job.accountId
      ? planCancel(this.pair, this.#book, order, now)
      : planRefusal(job.accountId, refuse.orderNotFound(), undefined, now);
  }

  #store(plans: readonly Plan[]): Promise<Settled> | Settled {
    const operations = plans.map(({ operation }) => operation);
    const hasWork = operations.some(({ type, intent }) => type !== 'refusal' || intent !== undefined);
    if (!hasWork) return { done: plans.length, stop: null };
    return settle(this.#dependencies.pool, { pair: this.pair.rules.symbol, epoch: this.#epoch }, operations);
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
      this.#jobs.unshift(...batch);
    } else if (isUndone && code !== undefined && batch.length > 1) {
      // One of them may be the reason, so they are settled one by one.
      this.#jobs.unshift(...batch);
      this.#alone = batch.length;
    } else {
      for (const job of batch) job.reject(error);
    }
  }

  #answer(job: Job | undefined, plan: Plan): void {
    if (job?.type === 'cancel' && plan.operation.type === 'refusal') {
      this.#dependencies.whyNotOpen(job.accountId, job.orderId).then(job.resolve, job.reject);
    } else {
      job?.resolve(plan.outcome);
    }
  }

  /** Reads the book from the database and publishes what changed since. */
  async load(): Promise<void> {
    const isFirst = this.#epoch === '';
    const { pool, numbers, isMine } = this.#dependencies;
    const known = isFirst ? null : this.#published.lastTrade;
    const loaded = await loadBook(pool, this.pair.rules.symbol, known, isMine);
    await this.#guard.load(pool, loaded, isFirst, this.#dependencies.now().getTime());
    this.#book = loaded.book;
    this.#epoch = loaded.epoch;
    numbers.goAbove(loaded.numbers);
    this.#mustLoad = false;
    if (isFirst) this.#published.start(loaded, isMine && loaded.at);
    else this.#published.catchUp(loaded);
  }
}

function undo(plans: readonly Plan[]): void {
  for (const plan of plans.toReversed()) plan.undo();
}

function outcomeOfStop(job: Job, plan: Plan | undefined, stop: Stop): Answered {
  if (stop.why === 'repeated')
    return repeated(stop, (job.type === 'order' && job.idempotencyKey?.fingerprint) || '');
  const { pay = '', need = '0' } = plan?.operation ?? {};
  return refuse.short(pay, BigInt(need), BigInt(stop.available));
}
