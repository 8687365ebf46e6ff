import type { OrderRecord, Outcome } from '../exchange.ts';
import type { Book } from '../matching/book.ts';
import { type IdempotencyKey, repeated } from './idempotency.ts';
import type { Plan } from './plan.ts';
import { refuse } from './refusals.ts';
import type { Stop } from './settlement.ts';
import type { IncomingOrder } from './terms.ts';
import type { Unsettled } from './unsettled.ts';

export type Answered = Outcome<OrderRecord>;

export interface Waiting {
  readonly resolve: (outcome: Answered) => void;
  readonly reject: (error: unknown) => void;
}

type Cancellation = Waiting & {
  readonly type: 'cancel';
  readonly accountId: string;
  readonly orderId: string;
};

export type Job =
  | (Waiting & {
      readonly type: 'order';
      readonly incoming: IncomingOrder;
      readonly idempotencyKey: IdempotencyKey | undefined;
    })
  | Cancellation;

export interface Inspection {
  readonly type: 'inspect';
  readonly run: (book: Book, unsettled: Unsettled) => Promise<void>;
  readonly reject: (error: unknown) => void;
}

const LARGEST_BATCH = 32;

export class Jobs {
  #waiting: (Job | Inspection)[] = [];
  /** Cancellations of orders that have matched fills which are not settled (LOAD-09). */
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

  /** Each is then taken alone. */
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
      if (job.type === 'cancel' && unsettled.behind(job.orderId)) this.#deferred.push(job);
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
  if (job?.type === 'cancel' && plan.operation.type === 'refusal') {
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
  const { pay = '', need = '0' } = plan?.operation ?? {};
  const outcome =
    stop.why === 'repeated'
      ? repeated(stop, (job.type === 'order' && job.idempotencyKey?.fingerprint) || '')
      : refuse.short(pay, BigInt(need), BigInt(stop.available));
  if (job.type === 'order' && !outcome.ok && outcome.code === 'DEPOSIT_UNDONE')
    whyOwing(job.incoming.accountId).then(job.resolve, job.reject);
  else job.resolve(outcome);
}
