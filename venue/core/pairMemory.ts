import type { Pool } from 'pg';
import type { BookSnapshot } from '../exchange.ts';
import type { Log } from '../log.ts';
import { Book } from '../matching/book.ts';
import { Stops } from '../matching/stops.ts';
import type { Answered, Inspected, Job } from './jobs.ts';
import { type IsMine, loadBook } from './load-book.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import type { Plan } from './plan.ts';
import { planJob } from './planJob.ts';
import { triggersOf } from './planOrder.ts';
import { planTrigger } from './planStops.ts';
import { PAUSE, PriceGuard } from './priceGuard.ts';
import { type Listeners, Published } from './published.ts';
import { accountsOf, type Operation, settle, type Settled } from './settlement.ts';
import { type Matching, type Step, Unsettled } from './unsettled.ts';

/** Other settlements wait for this one: about 40 ms on the embedded database (LOAD-09). */
const FILLS_AT_ONCE = 100;
/** Waiting and triggered ones of an account in a pair (LOAD-16). */
const STOPS_PER_PAIR = 50;
/** Milliseconds in which triggered stop orders are matched at once; others wait for that (LOAD-16). */
const MATCH_FOR = 10;

export interface PairDependencies extends Listeners {
  readonly pool: Pool;
  readonly numbers: Numbers;
  readonly now: () => Date;
  /** The sandbox's own accounts (LEDGER-05). */
  readonly makers: ReadonlySet<string>;
  readonly log: Log;
  readonly fillsAtOnce?: number | undefined;
  readonly stopsPerPair?: number | undefined;
  readonly needsReference: boolean;
  readonly whyNotOpen: (accountId: string, orderId: string) => Promise<Answered>;
  readonly whyOwing: (accountId: string) => Promise<Answered>;
  /** Only with several nodes. */
  readonly isMine?: IsMine;
}

type SettledPlan = Pick<Plan, 'operation' | 'trades' | 'changes' | 'isCut' | 'unsettled' | 'undo'>;

export interface StopWork {
  /** None where all were postponed. */
  readonly plans: readonly SettledPlan[];
  /** Called once they are stored. */
  readonly stored: () => void;
}

const NO_CHANGE = { trades: [], changes: [], isCut: false, undo: () => undefined };

/** A pair's state in memory, ahead of the database by what is being settled. It plans, stores and publishes. */
export class PairMemory {
  #pair: Pair;
  readonly #dependencies: PairDependencies;
  readonly guard: PriceGuard;
  readonly unsettled = new Unsettled();
  stops: Stops;
  readonly fillsAtOnce: number;
  readonly #published: Published;
  #book = new Book();
  #epoch = '';

  constructor(pair: Pair, dependencies: PairDependencies) {
    this.#pair = pair;
    this.#dependencies = dependencies;
    this.stops = new Stops(pair.tick);
    this.fillsAtOnce = dependencies.fillsAtOnce ?? FILLS_AT_ONCE;
    this.guard = new PriceGuard(pair, dependencies.makers, dependencies.log);
    this.#published = new Published(pair.rules.symbol, dependencies.now().getTime(), dependencies);
  }

  get pair(): Pair {
    return this.#pair;
  }

  /** Changes by operators: later plans follow them (OPERATOR-12). */
  take(pair: Pair): void {
    this.#pair = pair;
    this.guard.take(pair);
  }

  get epoch(): number {
    return Number(this.#epoch);
  }

  get lastTrade(): number {
    return this.#published.lastTrade;
  }

  has(orderId: string): boolean {
    return this.#book.get(orderId) !== undefined || this.stops.get(orderId) !== undefined;
  }

  inspected(): Inspected {
    return { book: this.#book, stops: this.stops, unsettled: this.unsettled };
  }

  snapshot(depth: number): BookSnapshot {
    return this.#published.snapshot(depth, this.#dependencies.now());
  }

  /** A plan for each of the first jobs, as many as are settled together. */
  planBatch(jobs: readonly Job[]): Plan[] {
    const plans: Plan[] = [];
    let fills = 0;
    for (const job of jobs) {
      if (fills >= this.fillsAtOnce) break;
      const now = this.#dependencies.now();
      const paused = this.guard.whyPaused(now.getTime());
      const plan = planJob(this.#matching(now), job, paused, this.fillsAtOnce - fills, now);
      fills += plan.trades.length;
      plans.push(plan);
      // Stop orders that it triggered go before orders that came later (STOP-03).
      if (plan.operation.triggers) break;
    }
    return plans;
  }

  /** The next step for triggered stop orders (STOP-03). @param most to match. */
  planStops(most: number): StopWork {
    const now = this.#dependencies.now();
    if (this.stops.hasUnstored) return this.#planUnstored(now);
    return { plans: this.#planTriggered(most, now), stored: () => undefined };
  }

  #planUnstored(now: Date): StopWork {
    const next = this.stops.nextUnstored();
    const operation: Operation = {
      type: 'reach',
      at: now,
      account: null,
      triggers: triggersOf(next.orders),
      are_last: next.areLast,
    };
    return { plans: [{ ...NO_CHANGE, operation }], stored: () => this.stops.stored(next) };
  }

  /** Orders that cannot trade now, such as on a closed pair, are postponed (STOP-04). */
  #planTriggered(most: number, now: Date): SettledPlan[] {
    const plans: SettledPlan[] = [];
    const until = performance.now() + MATCH_FOR;
    let fills = 0;
    while (plans.length < most && fills < this.fillsAtOnce && performance.now() < until) {
      const order = this.stops.nextTriggered(now.getTime());
      if (!order) break;
      const plan =
        this.#pair.rules.isEnabled && planTrigger(this.#matching(now), order, this.fillsAtOnce - fills, now);
      if (!plan) {
        this.stops.park(order.id, now.getTime() + PAUSE);
        continue;
      }
      fills += plan.trades.length;
      plans.push(plan);
      // The pair pauses now.
      if (plan.isCut) break;
    }
    return plans;
  }

  /** The next fills of an order that is settled in parts. */
  planFills(): Step | undefined {
    const now = this.#dependencies.now();
    return this.unsettled.plan(this.#matching(now), this.fillsAtOnce, now);
  }

  #matching(now: Date): Matching {
    const { numbers, needsReference } = this.#dependencies;
    const { guard } = this;
    return {
      pair: this.#pair,
      ...this.inspected(),
      stopsPerPair: this.#dependencies.stopsPerPair ?? STOPS_PER_PAIR,
      numbers,
      needsReference,
      band: guard.bandAt(now.getTime()),
      median: guard.medianAt(now.getTime()),
      roundTrips: guard.roundTrips,
    };
  }

  async store(plans: readonly Pick<Plan, 'operation'>[]): Promise<Settled> {
    const operations = plans.map(({ operation }) => operation);
    const hasWork = operations.some(({ type, intent }) => type !== 'refusal' || intent !== undefined);
    if (!hasWork) return { done: plans.length, stop: null };
    const book = { pair: this.#pair.rules.symbol, epoch: this.#epoch };
    const settled = await settle(this.#dependencies.pool, book, operations);
    this.#dependencies.onAccounts([
      ...new Set([...accountsOf(operations), ...this.#triggeredBy(operations)]),
    ]);
    return settled;
  }

  /** Accounts whose stop orders were triggered: during a pause that is long before they are matched. */
  #triggeredBy(operations: readonly Operation[]): string[] {
    const ids = operations.flatMap(({ triggers = [] }) => triggers);
    return ids.flatMap(({ id }) => this.stops.get(id)?.incoming.accountId ?? []);
  }

  /** Called once it is stored. */
  publish(plan: Pick<Plan, 'trades' | 'changes' | 'isCut' | 'unsettled'>): void {
    this.#published.apply(plan);
    if (plan.unsettled) this.unsettled.add(plan.unsettled);
    this.guard.follow(plan, this.#dependencies.now().getTime());
  }

  /** @throws NotMineError when another node matches the pair. */
  async load(): Promise<void> {
    const isFirst = this.#epoch === '';
    const { pool, numbers, isMine, now } = this.#dependencies;
    const known = isFirst ? null : this.#published.lastTrade;
    const loaded = await loadBook(pool, this.#pair.rules.symbol, known, isMine);
    await this.guard.load(pool, loaded, isFirst, now().getTime());
    this.#book = loaded.book;
    loaded.stops.parkAs(this.stops);
    this.stops = loaded.stops;
    this.unsettled.reset(loaded.unsettled);
    this.#epoch = loaded.epoch;
    numbers.goAbove(loaded.numbers);
    if (isFirst) this.#published.start(loaded, isMine && loaded.at);
    else this.#published.catchUp(loaded);
  }
}
