import type { AnyActorRef, InspectionEvent } from 'xstate';
import { actorSaid, type ProtocolEvent, protocolEventOf } from './protocol.ts';
import { MAX_EVENTS, shortened } from './session.ts';

/** Actors with too many facts to read. */
const HIGH_RATE = new Set(['bookFeed', 'countdown']);
/** Of an actor, per second, of events that change no state; more are left out. */
const MAX_PER_SECOND = 20;

export interface Stream {
  readonly see: (fact: InspectionEvent) => void;
  /** Everything sent so far, in order. */
  readonly sent: () => readonly ProtocolEvent[];
  readonly actor: (sessionId: string) => AnyActorRef | undefined;
}

interface Followed {
  readonly ref: AnyActorRef;
  second: number;
  count: number;
  state: string;
  /** Left out, unless it changes the state. */
  quiet: ProtocolEvent | null;
}

const stateOf = (snapshot: unknown): string =>
  JSON.stringify((snapshot as { value?: unknown })?.value ?? null);

/**
 * Sends what the page's actors do in the inspector's protocol.
 * @param tell called with each event @param now milliseconds, for differences
 */
export function createStream(tell: (event: ProtocolEvent) => void, now: () => number): Stream {
  const followed = new Map<string, Followed>();
  let events: ProtocolEvent[] = [];
  function add(event: ProtocolEvent | null): void {
    if (event === null) return;
    events.push(event);
    if (events.length > MAX_EVENTS) events = [...shortened(events)];
    tell(event);
  }

  function follow(ref: AnyActorRef, rootId: string): Followed {
    const actor: Followed = { ref, second: 0, count: 0, state: stateOf(ref.getSnapshot()), quiet: null };
    followed.set(ref.sessionId, actor);
    add(actorSaid(ref, rootId));
    return actor;
  }

  function comesTooOften(actor: Followed): boolean {
    const second = Math.floor(now() / 1000);
    actor.count = actor.second === second ? actor.count + 1 : 1;
    actor.second = second;
    return actor.count > MAX_PER_SECOND;
  }

  function see(fact: InspectionEvent): void {
    const ref = fact.actorRef as AnyActorRef;
    if (HIGH_RATE.has(ref.id)) return;
    const known = followed.get(ref.sessionId);
    // Before its first event an actor is still being created.
    if (!known && fact.type !== '@xstate.event') return;
    const actor = known ?? follow(ref, fact.rootId);
    if (fact.type === '@xstate.event') {
      actor.quiet = comesTooOften(actor) ? protocolEventOf(fact) : null;
      if (actor.quiet === null) add(protocolEventOf(fact));
      return;
    }
    if (fact.type !== '@xstate.snapshot') {
      if (actor.quiet === null) add(protocolEventOf(fact));
      return;
    }
    const state = stateOf(fact.snapshot);
    const isSame = state === actor.state && fact.snapshot.status === 'active';
    actor.state = state;
    if (actor.quiet !== null && isSame) return;
    add(actor.quiet);
    actor.quiet = null;
    add(protocolEventOf(fact));
    if (fact.snapshot.status !== 'active') followed.delete(ref.sessionId);
  }

  return { see, sent: () => events, actor: (sessionId) => followed.get(sessionId)?.ref };
}
