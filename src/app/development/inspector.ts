import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { maskFact } from '../inspectionMask.ts';

/** Actors with too many facts to read; dropped before they are serialised, which is the expensive part. */
const HIGH_RATE = new Set(['bookFeed', 'countdown']);

/** The Stately inspector (`?inspect`) is a third-party page, so texts are masked. @returns a listener for all facts. */
export function openInspector(): (fact: InspectionEvent) => void {
  const inspector = createBrowserInspector({ serialize: maskFact });
  const announced = new WeakSet<object>();
  return (fact) => {
    const actor = fact.actorRef as AnyActorRef;
    if (HIGH_RATE.has(actor.id)) return;
    // The first actors were made before anybody listened, so they are announced here.
    if (fact.type === '@xstate.event' && !announced.has(actor)) {
      announced.add(actor);
      inspector.actor(actor, actor.getSnapshot() as object);
    }
    inspector.inspect.next?.(fact);
  };
}
