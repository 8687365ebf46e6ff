// A page's recorded events, as a list in order of time; every moment of it can be looked at again.
import type { ActorSaid, ProtocolEvent, SeenSnapshot } from './protocol.ts';

/** Beyond this the oldest are forgotten; their effects stay. */
export const MAX_EVENTS = 3000;
const KEPT = MAX_EVENTS * 0.9;

export interface ActorSeen {
  readonly sessionId: string;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly definition: string | undefined;
  readonly snapshot: SeenSnapshot;
  /** By its last event. */
  readonly took: readonly string[];
}

export const isEnded = ({ snapshot: { status } }: Pick<ActorSeen, 'snapshot'>): boolean =>
  status !== undefined && status !== 'active';

/** @param moment how many of the events have happened */
export function actorsAt(
  events: readonly ProtocolEvent[],
  moment = events.length,
): ReadonlyMap<string, ActorSeen> {
  const actors = new Map<string, ActorSeen>();
  for (const message of events.slice(0, moment)) {
    const { sessionId } = message;
    const known = actors.get(sessionId);
    if (message.type === '@xstate.actor') {
      const { name, parentId, definition, snapshot } = message;
      actors.set(sessionId, { sessionId, name, parentId, definition, snapshot, took: [] });
    } else if (!known) continue;
    else if (message.type === '@xstate.event') actors.set(sessionId, { ...known, took: [] });
    else if (message.type === '@xstate.snapshot')
      actors.set(sessionId, { ...known, snapshot: message.snapshot });
    else actors.set(sessionId, { ...known, took: [...known.took, ...message.transitions] });
  }
  return actors;
}

/** Forgets the oldest events once there are too many: an actor is then announced with its later snapshot. */
export function shortened(events: readonly ProtocolEvent[]): readonly ProtocolEvent[] {
  if (events.length <= MAX_EVENTS) return events;
  const cut = events.length - KEPT;
  const before = actorsAt(events, cut);
  const first = events
    .slice(0, cut)
    .filter((message): message is ActorSaid => message.type === '@xstate.actor');
  const last = new Map(first.map((message) => [message.sessionId, message]));
  const running = [...last.values()].flatMap((message) => {
    const actor = before.get(message.sessionId);
    return actor && !isEnded(actor) ? [{ ...message, snapshot: actor.snapshot }] : [];
  });
  return [...running, ...events.slice(cut)];
}

export interface Sent {
  /** How many events have happened when it has been handled. */
  readonly moment: number;
  readonly at: number;
  readonly from: string | undefined;
  readonly to: string;
  readonly type: string;
  readonly event: unknown;
}

/** The events sent to actors, in order; a moment includes the effect of the event on its actor. */
export function sentIn(events: readonly ProtocolEvent[]): readonly Sent[] {
  const handled = new Map<string, number>();
  const sent: Sent[] = [];
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const message = events[place];
    if (message?.type === '@xstate.snapshot') handled.set(message.sessionId, place + 1);
    if (message?.type !== '@xstate.event') continue;
    const { sessionId: to, sourceId: from, event, createdAt } = message;
    sent.push({
      moment: handled.get(to) ?? place + 1,
      at: Number(createdAt),
      from,
      to,
      type: event.type,
      event,
    });
  }
  return sent.reverse();
}

/** Parents before children, with their depth. */
export function treeOf(
  actors: ReadonlyMap<string, ActorSeen>,
): readonly (readonly [depth: number, actor: ActorSeen])[] {
  const all = [...actors.values()];
  const below = (parent: string | undefined, depth: number): [number, ActorSeen][] =>
    all
      .filter(({ parentId }) =>
        parent === undefined ? parentId === undefined || !actors.has(parentId) : parentId === parent,
      )
      .flatMap((actor) => [[depth, actor] as [number, ActorSeen], ...below(actor.sessionId, depth + 1)]);
  return below(undefined, 0);
}
