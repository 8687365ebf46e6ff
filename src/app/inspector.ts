import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef } from 'xstate';
import { maskFact } from './inspectionMask.ts';

/** Actors whose facts come too often to be read; leaving them out costs nothing only before they are serialised. */
const HIGH_RATE = new Set(['bookFeed', 'countdown']);

/**
 * Opens the Stately inspector for every actor of the application (development only: `?inspect`). It is another
 * company's page, so text is masked before it leaves.
 */
export function openInspector(root: AnyActorRef): void {
  const inspector = createBrowserInspector({ serialize: maskFact });
  // The root runs already: what was started before is announced by itself.
  announce(root);
  root.system.inspect((fact) => {
    const { actorRef } = fact;
    if ('id' in actorRef && HIGH_RATE.has(String(actorRef.id))) return;
    inspector.inspect.next?.(fact);
  });

  function announce(actor: AnyActorRef): void {
    const snapshot: unknown = actor.getSnapshot();
    inspector.actor(actor, snapshot as object);
    const children = (snapshot as { children?: Readonly<Record<string, AnyActorRef>> }).children ?? {};
    for (const child of Object.values(children)) announce(child);
  }
}
