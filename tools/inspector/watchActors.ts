import { Actor, type AnyActorRef, type InspectionEvent } from 'xstate';

/**
 * Calls `see` with every fact of every actor, from its start. Patches XState, so that production code needs no hook.
 * @returns a function that stops it.
 */
export function watchActors(see: (fact: InspectionEvent) => void): () => void {
  const seen = new WeakSet<object>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the actor as `this` below.
  const begin = Actor.prototype.start;
  let isWatching = true;
  Actor.prototype.start = function start(this: AnyActorRef) {
    const { system } = this;
    if (!seen.has(system)) {
      seen.add(system);
      system.inspect((fact) => {
        if (isWatching) see(fact);
      });
    }
    return begin.call(this as never) as never;
  } as never;
  return () => {
    isWatching = false;
    Actor.prototype.start = begin;
  };
}
