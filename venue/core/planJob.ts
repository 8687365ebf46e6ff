import type { Refusal } from '../exchange.ts';
import { affordable } from '../ledger/units.ts';
import type { WorstCase } from './farPrice.ts';
import type { Job } from './jobs.ts';
import { type Plan, planRefusal } from './plan.ts';
import { planAmendment, planOrder } from './planOrder.ts';
import { planCancel } from './planResting.ts';
import { checkFar } from './matchInBand.ts';
import { planStop, planStopCancel } from './planStops.ts';
import { refuse } from './refusals.ts';
import type { IncomingOrder } from './terms.ts';
import type { Matching } from './unsettled.ts';
import { checkAmendment } from './validation.ts';

/** Changes the book in memory. @param paused why the pair does not match now. @param most fills to settle with it. */
export function planJob(
  matching: Matching,
  job: Job,
  paused: Refusal | undefined,
  most: number,
  now: Date,
): Plan {
  const { idempotencyKey } = job;
  if (job.type === 'order') {
    if (paused) return planRefusal(job.incoming.accountId, paused, idempotencyKey, now);
    const { stop, ...incoming } = job.incoming;
    if (stop !== undefined) {
      const checked = checkFar(matching, incoming, () => waitingCase(incoming));
      if (!checked.ok) return planRefusal(incoming.accountId, checked, undefined, now);
      return planStop(matching, { ...incoming, stop }, checked.far, idempotencyKey, now);
    }
    return planOrder(matching, incoming, idempotencyKey, most, now);
  }
  const { pair, book, stops } = matching;
  const stop = stops.get(job.orderId);
  if (stop?.incoming.accountId === job.accountId) {
    if (job.type === 'cancel') return planStopCancel(matching, stop, idempotencyKey, now);
    return planRefusal(job.accountId, refuse.stopNotAmended(), idempotencyKey, now);
  }
  const order = book.get(job.orderId);
  // Why it is not open is read anew each time, so it is not kept under the key.
  if (order?.accountId !== job.accountId)
    return planRefusal(job.accountId, refuse.orderNotFound(), undefined, now);
  if (job.type === 'cancel') return planCancel(pair, book, order, idempotencyKey, now);
  // Checked here, so that nobody learns of orders of others by what is wrong with an amendment.
  const checked = checkAmendment(pair, job.amendment);
  if (!checked.ok) return planRefusal(job.accountId, checked, idempotencyKey, now);
  if (paused) return planRefusal(job.accountId, paused, idempotencyKey, now);
  return planAmendment(matching, order, checked.value, idempotencyKey, most, now);
}

/** Once it is triggered it may trade at its limit; without one, nobody knows. */
function waitingCase({ limit, quantity, cost, increment }: IncomingOrder): Omit<WorstCase, 'side'> {
  const most = limit === null || cost === null ? 0n : affordable(cost, limit, increment);
  return { worst: limit, fills: [], waiting: quantity ?? most };
}
