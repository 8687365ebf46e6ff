// The messages of @statelyai/inspect for any XState application. Its own converter leaves microsteps out, waits for an
// idle page, which a hidden one never is, and reads the snapshot of a later moment.
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { maskFact } from '../../src/app/inspectionMask.ts';
import { idsOf } from './transitions.ts';

interface Said {
  readonly sessionId: string;
  readonly rootId?: string | undefined;
  /** Epoch milliseconds as text. */
  readonly createdAt: string;
  readonly id: string;
  readonly _version: string;
}

export interface SeenEvent {
  readonly type: string;
}

export interface SeenSnapshot {
  readonly status?: string;
  readonly value?: unknown;
  readonly context?: unknown;
  readonly [other: string]: unknown;
}

export type ActorSaid = Said & {
  readonly type: '@xstate.actor';
  readonly name: string;
  /** JSON of the machine's configuration. */
  readonly definition: string | undefined;
  readonly parentId: string | undefined;
  readonly snapshot: SeenSnapshot;
};

export type ProtocolEvent =
  | ActorSaid
  | (Said & {
      readonly type: '@xstate.event';
      readonly event: SeenEvent;
      readonly sourceId: string | undefined;
    })
  | (Said & { readonly type: '@xstate.snapshot'; readonly event: SeenEvent; readonly snapshot: SeenSnapshot })
  /** Not sent by the package, but by Quietbook: transitions as `transitionId` writes them. */
  | (Said & {
      readonly type: '@xstate.microstep';
      readonly event: SeenEvent;
      readonly transitions: readonly string[];
    });

/** The version of the package that defines these messages. */
const VERSION = '0.7.2';

/** Functions are kept by name, as in the package. */
function definitionOf(config: unknown): string | undefined {
  if (typeof config !== 'object' || config === null) return undefined;
  return JSON.stringify(config, (_name, value: unknown) =>
    typeof value === 'function' ? { type: value.name } : value,
  );
}

/** Of a snapshot's children nothing: each sends its own. */
function snapshotOf(snapshot: unknown): SeenSnapshot {
  const { status, value, context, output, error } = (snapshot ?? {}) as SeenSnapshot;
  const parts = { status, value, context, output, error };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

let count = 0;
function saidOf(actor: AnyActorRef, rootId: string): Said {
  count += 1;
  const { sessionId } = actor;
  return { sessionId, rootId, createdAt: String(Date.now()), id: String(count), _version: VERSION };
}

export function actorSaid(actor: AnyActorRef, rootId: string): ProtocolEvent {
  const { logic } = actor as unknown as { logic?: { config?: { id?: string } } };
  const parent = (actor as unknown as { _parent?: AnyActorRef })._parent;
  const isMachine = typeof logic?.config === 'object' && logic.config !== null;
  return maskFact({
    ...saidOf(actor, rootId),
    type: '@xstate.actor' as const,
    name: actor.id === actor.sessionId && isMachine ? (logic.config?.id ?? actor.id) : actor.id,
    definition: isMachine ? definitionOf(logic.config) : undefined,
    parentId: parent?.sessionId,
    snapshot: snapshotOf(actor.getSnapshot()),
  });
}

/** Masked. @returns null for events that the protocol does not have. */
export function protocolEventOf(fact: InspectionEvent): ProtocolEvent | null {
  const said = saidOf(fact.actorRef as AnyActorRef, fact.rootId);
  if (fact.type === '@xstate.event') {
    const sourceId = (fact.sourceRef as AnyActorRef | undefined)?.sessionId;
    return maskFact({ ...said, type: fact.type, event: fact.event, sourceId });
  }
  if (fact.type === '@xstate.snapshot') {
    return maskFact({ ...said, type: fact.type, event: fact.event, snapshot: snapshotOf(fact.snapshot) });
  }
  if (fact.type !== '@xstate.microstep') return null;
  const transitions = idsOf(fact._transitions);
  return { ...maskFact({ ...said, type: fact.type, event: fact.event }), transitions };
}

/** Whether somebody speaks the protocol. */
export const isProtocolEvent = (data: unknown): data is ProtocolEvent =>
  typeof data === 'object' &&
  data !== null &&
  '_version' in data &&
  'sessionId' in data &&
  'type' in data &&
  /^@xstate\.(actor|event|snapshot|microstep)$/.test(String(data.type));
