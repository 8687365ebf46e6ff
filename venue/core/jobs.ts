import type { OrderAmendment, OrderRecord, Outcome } from '../exchange.ts';
import { type IdempotencyKey, repeated } from './idempotency.ts';
import type { Plan } from './plan.ts';
import { refuse } from './refusals.ts';
import type { Stop } from './settlement.ts';
import type { IncomingOrder } from './terms.ts';
import type { Matching, Unsettled } from './unsettled.ts';

export type Answered = Outcome<OrderRecord>;

export interface Waiting {
  readonly resolve: (outcome: Answered) => void;
  readonly reject: (error: unknown) => void;
}

interface OfOrder extends Waiting {
  readonly accountId: string;
  readonly orderId: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
}

export type Job =
  | (Waiting & {
      readonly type: 'order';
      readonly incoming: IncomingOrder;
      readonly idempotencyKey: IdempotencyKey | undefined;
    })
  | (OfOrder & { readonly type: 'amend'; readonly amendment: OrderAmendment })
  | (OfOrder & { readonly type: 'cancel' });

/** What a pair has in memory. */
export type Inspected = Pick<Matching, 'book' | 'unsettled' | 'stops'>;

export interface Inspection {
  readonly type: 'inspect';
  readonly run: (matched: Inspected) => Promise<void>;
  readonly reject: (error: unknown) => void;
}

const LARGEST_BATCH = 32;

export class Jobs {
  #waiting: (Job | Inspection)[] = [];
  /** Cancellations and amendments of orders with matched fills that are not settled (LOAD-09). */
  #deferred: Job[] = [];
  /** Number of jobs to settle one by one, because their batch failed as a whole. */
  #alone = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(job: Job | Inspection): void {
    this.#waiting.push(job);
  }

  has(job: Job): boolean {
    return this.#waiting.includes(job);
  }

  putBack(jobs: readonly Job[]): void {
    this.#waiting.unshift(...jobs);
  }

  /** Each is then handled alone. */
  putBackAlone(jobs: readonly Job[]): void {
    this.putBack(jobs);
    this.#alone = jobs.length;
  }

  takeInspection(): Inspection | undefined {
    const [first] = this.#waiting;
    if (first?.type !== 'inspect') return undefined;
    this.#waiting.shift();
    return first;
  }

  takeBatch(unsettled: Unsettled): Job[] {
    const most = this.#alone > 0 ? 1 : LARGEST_BATCH;
    this.#alone = Math.max(0, this.#alone - 1);
    const batch: Job[] = [];
    let taken = 0;
    for (const job of this.#waiting) {
      if (job.type === 'inspect' || batch.length === most) break;
      taken += 1;
      if (job.type !== 'order' && unsettled.behind(job.orderId)) this.#deferred.push(job);
      else batch.push(job);
    }
    this.#waiting.splice(0, taken);
    return batch;
  }

  takeDeferred(): Job[] {
    return this.#deferred.splice(0);
  }

  takeAll(): (Job | Inspection)[] {
    return [...this.takeDeferred(), ...this.#waiting.splice(0)];
  }

  refuseAll(): void {
    for (const job of this.takeAll()) {
      if (job.type === 'inspect') job.reject(new Error('the exchange is closing'));
      else job.resolve(refuse.closing());
    }
  }
}

export function answer(
  job: Job | undefined,
  plan: Plan,
  { whyNotOpen }: { readonly whyNotOpen: (accountId: string, orderId: string) => Promise<Answered> },
): void {
  const isMissing = !plan.outcome.ok && plan.outcome.code === 'ORDER_NOT_FOUND';
  if (job && job.type !== 'order' && isMissing) {
    whyNotOpen(job.accountId, job.orderId).then(job.resolve, job.reject);
  } else {
    job?.resolve(plan.outcome);
  }
}

export function answerStopped(
  job: Job,
  plan: Plan | undefined,
  stop: Stop,
  { whyOwing }: { readonly whyOwing: (accountId: string) => Promise<Answered> },
): void {
  const outcome = outcomeOf(job, plan, stop);
  const accountId = job.type === 'order' ? job.incoming.accountId : job.accountId;
  if (job.type !== 'cancel' && !outcome.ok && outcome.code === 'DEPOSIT_UNDONE')
    whyOwing(accountId).then(job.resolve, job.reject);
  else job.resolve(outcome);
}

function outcomeOf(job: Job, plan: Plan | undefined, stop: Stop): Answered {
  if (stop.why === 'repeated') return repeated(stop, job.idempotencyKey?.fingerprint ?? '');
  if (stop.why === 'far') return refuse.farPrice();
  return refuse.short(plan?.operation.pay ?? '', stop, job.type === 'amend');
}
