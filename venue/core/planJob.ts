import type { Refusal } from '../exchange.ts';
import type { Job } from './jobs.ts';
import { type Plan, planRefusal } from './plan.ts';
import { planAmendment, planOrder } from './planOrder.ts';
import { otherLeg } from '../matching/book.ts';
import { planCancel } from './planResting.ts';
import { checkFar } from './matchInBand.ts';
import { planStop, planStopAmendment, planStopCancel, waitingCase } from './planStops.ts';
import { refuse } from './refusals.ts';
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
    const { incoming } = job;
    if (incoming.stop !== undefined || incoming.trail !== undefined) {
      const checked = checkFar(matching, incoming, () => waitingCase(incoming, incoming.increment));
      if (!checked.ok) return planRefusal(incoming.accountId, checked, undefined, now);
      return planStop(matching, incoming, checked.far, idempotencyKey, now);
    }
    return planOrder(matching, incoming, idempotencyKey, most, now);
  }
  const { pair, book, stops } = matching;
  const refused = (refusal: Refusal): Plan => planRefusal(job.accountId, refusal, idempotencyKey, now);
  const stop = stops.get(job.orderId);
  if (stop?.incoming.accountId === job.accountId) {
    if (job.type === 'cancel') return planStopCancel(matching, stop, idempotencyKey, now);
    // Checked first even in a pause, which is what keeps it triggered.
    const checked = stops.isTriggered(stop.id) ? refuse.stopTriggered() : checkAmendment(pair, job.amendment);
    if (!checked.ok) return refused(checked);
    if (paused) return refused(paused);
    return planStopAmendment(matching, stop, checked.value, idempotencyKey, now);
  }
  const order = book.get(job.orderId);
  // Why it is not open is read anew each time, so it is not stored under the key.
  if (order?.accountId !== job.accountId)
    return planRefusal(job.accountId, refuse.orderNotFound(), undefined, now);
  if (job.type === 'cancel') return planCancel(pair, book, order, idempotencyKey, now);
  // Checked here, so that errors in an amendment reveal nothing about other users' orders.
  const checked = checkAmendment(pair, job.amendment);
  if (!checked.ok) return refused(checked);
  if (checked.value.stop !== undefined && !otherLeg(order))
    return refused(order.stop === null ? refuse.notAStopOrder() : refuse.stopInBook());
  if (paused) return refused(paused);
  return planAmendment(matching, order, checked.value, idempotencyKey, most, now);
}
