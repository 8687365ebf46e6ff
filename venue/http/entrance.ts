import type { Socket } from 'node:net';
import { RefusedError } from '../refused.ts';
import type { Source } from './fairQueue.ts';
import { createGate, type OnGone } from './gate.ts';
import type { HttpContext } from './handler.ts';
import { networksOf, sourceOf } from './source.ts';
import { createTurns } from './turns.ts';

const socketOf = ({ env }: { readonly env?: HttpContext['env'] }): Socket | undefined =>
  env?.incoming?.socket;

export const isGone = (c: HttpContext): boolean => socketOf(c)?.destroyed ?? false;

export function goneOf(c: HttpContext): OnGone {
  return (listener) => {
    const socket = socketOf(c);
    socket?.once('close', listener);
    return () => socket?.off('close', listener);
  };
}

/** @param trustedProxies as for `sourceOf`. */
export function networksOfClient(c: HttpContext, trustedProxies: number): Source {
  const peer = socketOf(c)?.remoteAddress;
  return networksOf(sourceOf(peer, c.req.header('x-forwarded-for'), trustedProxies));
}

/** Tokens and keys that are looked up in the database, valid or not. */
const LOOK_UPS = { atOnce: 4, waiting: 1024, waitingPerSource: 128, rest: 0 };
/** Bodies of requests without a session, and what anybody may read from the database. */
const STRANGERS = { atOnce: 1, waiting: 512, waitingPerSource: 64, rest: 1 };

/** The checks before anybody knows whose request it is. Each network has its turn at each step (LOAD-17). */
export interface Entrance {
  /** @throws RefusedError where the client has disconnected. */
  readonly begin: (c: HttpContext) => Promise<void>;
  /** Finds out whose the request is. */
  readonly lookUp: <T>(c: HttpContext, work: () => Promise<T>) => Promise<T>;
  /** Works for somebody without a session. The body must have arrived. */
  readonly serveStranger: <T>(c: HttpContext, work: () => T | Promise<T>) => Promise<T>;
}

/** @param trustedProxies as for `sourceOf`. */
export function createEntrance(trustedProxies: number): Entrance {
  const turns = createTurns();
  const [lookUps, strangers] = [createGate(LOOK_UPS), createGate(STRANGERS)];
  return {
    async begin(c) {
      await turns.take(networksOfClient(c, trustedProxies));
      if (isGone(c)) throw new RefusedError(400, 'GONE', 'The connection was closed.');
    },
    lookUp: (c, work) => lookUps.pass(networksOfClient(c, trustedProxies), goneOf(c), work),
    serveStranger: (c, work) =>
      strangers.pass(networksOfClient(c, trustedProxies), goneOf(c), () => Promise.resolve().then(work)),
  };
}

/** Callers who come while an answer is awaited get the same one: for a read that costs the database (LOAD-17). */
export function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let underway: Promise<T> | undefined;
  return () => {
    underway ??= read().finally(() => {
      underway = undefined;
    });
    return underway;
  };
}
