import type { Pool, PoolClient } from 'pg';
import type { Store } from '../../../venue/sql/store.ts';

/** What happens to a settlement on its way. */
export type Fault =
  /** The database stores it, but the answer is lost. */
  | 'answer lost'
  /** The connection breaks before it arrives. */
  | 'request lost'
  /** No connection is available. */
  | 'unreachable';

export interface FaultyStore extends Store {
  /** Faults for the next settlements, one each; everything else passes. */
  readonly next: Fault[];
  /** Settlements that did not arrive, as they were sent. */
  readonly lost: unknown[][];
}

/** A store whose connection fails on request. */
export function faulty(store: Store): FaultyStore {
  const next: Fault[] = [];
  const lost: unknown[][] = [];
  const breaking = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (query: { name?: string; values?: unknown[] }, ...rest: unknown[]) => {
          const fault = isSettlement(query) ? next.shift() : undefined;
          if (fault === 'request lost') lost.push(query.values ?? []);
          const answer: unknown =
            fault === 'request lost'
              ? undefined
              : await (value as (...all: unknown[]) => unknown).call(target, query, ...rest);
          if (fault !== undefined)
            throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
          return answer;
        };
      },
    });
  const pool = new Proxy(store.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'connect') return typeof value === 'function' ? value.bind(target) : value;
      return async () => {
        if (next[0] === 'unreachable') {
          next.shift();
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        }
        return breaking(await target.connect());
      };
    },
  }) satisfies Pool;
  return { ...store, pool, close: () => store.close(), next, lost };
}

const isSettlement = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'name' in query && query.name === 'settle';
