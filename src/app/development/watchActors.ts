import { Actor, type AnyActorRef, type InspectionEvent } from 'xstate';

/**
 * Shows the facts of every actor of the page to `see`, from its start on. The page has many systems (each screen's actor
 * is a root of its own), and none of them is told of this: a line for it in production code would be shipped.
 * @returns a function that ends the watching.
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
