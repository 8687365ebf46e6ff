import type { Keys } from '../coins/keys.ts';
import { createExchange } from '../core/create.ts';
import type { MinOrderValues } from '../core/pairs.ts';
import type { Exchange } from '../exchange.ts';
import type { Log } from '../log.ts';
import { MAKER_ACCOUNTS } from '../makers/makers.ts';
import type { Store } from '../sql/types.ts';
import { type Cluster, createSingleNode } from './cluster.ts';
import { brokerOf, joinNodes, type Nodes } from './nodes.ts';

export interface OpenedExchange {
  readonly exchange: Exchange;
  readonly cluster: Cluster;
  readonly nodes: Nodes | null;
}

export interface ExchangeParts {
  readonly store: Store;
  /** Null for a single venue. */
  readonly brokerUrl: string | null;
  readonly keys: Keys;
  readonly now: () => Date;
  readonly log: Log;
  readonly minOrderValues: MinOrderValues;
  readonly stopsPerPair: number;
  readonly needsReference: boolean;
  readonly takesIn: (coin: string) => boolean;
  /** Registers what has to be closed, in the order of opening. */
  readonly onClose: (close: () => unknown) => void;
}

export async function openExchange({
  store,
  brokerUrl,
  keys,
  now,
  log,
  minOrderValues,
  stopsPerPair,
  needsReference,
  takesIn,
  onClose,
}: ExchangeParts): Promise<OpenedExchange> {
  const { pool, locks } = store;
  const core = await createExchange({
    store,
    makers: new Set([...MAKER_ACCOUNTS.quoters, MAKER_ACCOUNTS.taker]),
    now,
    log,
    minOrderValues,
    stopsPerPair,
    needsReference,
    takesIn,
    ...(locks && {
      isMine:
        ({ slot }: { slot: number }) =>
        (client) =>
          locks.stillHeld(client, slot),
    }),
  });
  onClose(() => core.close());
  const nodes =
    locks && brokerUrl
      ? await joinNodes({ core, pool, locks, broker: brokerOf(brokerUrl, keys), now, log })
      : null;
  onClose(() => nodes?.close());
  return { exchange: nodes?.exchange ?? core, cluster: nodes ?? createSingleNode(), nodes };
}
