import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { maskFact } from '../inspectionMask.ts';

/** Actors whose facts come too often to be read; leaving them out costs nothing only before they are serialised. */
const HIGH_RATE = new Set(['bookFeed', 'countdown']);

/**
 * Opens the Stately inspector (`?inspect`). It is another company's page, so text is masked before it leaves.
 * @returns what is to be shown every fact of every actor.
 */
export function openInspector(): (fact: InspectionEvent) => void {
  const inspector = createBrowserInspector({ serialize: maskFact });
  const announced = new WeakSet<object>();
  return (fact) => {
    const actor = fact.actorRef as AnyActorRef;
    if (HIGH_RATE.has(actor.id)) return;
    // What begins a system was made before anybody could listen: it is announced by itself.
    if (fact.type === '@xstate.event' && !announced.has(actor)) {
      announced.add(actor);
      inspector.actor(actor, actor.getSnapshot() as object);
    }
    inspector.inspect.next?.(fact);
  };
}
