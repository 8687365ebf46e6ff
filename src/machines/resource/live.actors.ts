import { OPEN_STATES, type Execution, type Order } from '../../domain/order.ts';
import type { LiveTopic } from '../../services/contract/index.ts';
import type { LiveAccount } from '../../services/live/readers.ts';
import type { Capabilities } from '../app/index.ts';
import type { LiveChannels } from '../socket/index.ts';
import type { ParamsOf, ReadName } from './resource.types.ts';

export interface LiveSource {
  readonly channels: LiveChannels;
  readonly offers: Pick<Capabilities, 'liveTrades' | 'liveMarkets' | 'liveAccount'>;
  readonly userId: () => string | null;
}

export interface LiveRead {
  readonly topic: LiveTopic;
  /** What the read answers; null where the stream does not have it. The same for the same data. */
  readonly select: (data: unknown) => unknown;
}

/** The stream that brings a read, or null (LIVE-07). */
export function liveReadOf(source: LiveSource, name: ReadName, params: unknown): LiveRead | null {
  const { liveTrades, liveMarkets, liveAccount } = source.offers;
  const ofAccount = (select: (account: LiveAccount) => unknown): LiveRead => ({
    topic: 'account',
    select: (data) => {
      const account = data as LiveAccount;
      return account.userId === source.userId() ? select(account) : null;
    },
  });
  switch (name) {
    case 'trades': {
      const { pair, limit = 100 } = params as ParamsOf<'trades'>;
      const select = kept((trades: readonly unknown[]) =>
        limit < trades.length ? trades.slice(0, limit) : trades,
      );
      return liveTrades
        ? { topic: `trades:${pair}`, select: (data) => select(data as readonly unknown[]) }
        : null;
    }
    case 'markets':
      return liveMarkets ? { topic: 'markets', select: (data) => data } : null;
    case 'balances':
      return liveAccount ? ofAccount(({ balances }) => balances) : null;
    case 'orders': {
      const { pair, state, skip, limit } = params as ParamsOf<'orders'>;
      if (!liveAccount || state !== OPEN_STATES || skip > 0) return null;
      const select = kept((orders: readonly Order[]) => rowsOf(orders, pair, limit));
      return ofAccount(({ orders, hasMoreOrders }) => (hasMoreOrders ? null : select(orders)));
    }
    case 'executions': {
      const { pair, skip, limit } = params as ParamsOf<'executions'>;
      if (!liveAccount || skip > 0) return null;
      const select = kept((executions: readonly Execution[]) => {
        const rows = rowsOf(executions, pair, limit);
        // Older ones of this pair may have been left out of the stream.
        return rows.length === limit || executions.length < 100 ? rows : null;
      });
      return ofAccount(({ executions }) => select(executions));
    }
    default:
      return null;
  }
}

function rowsOf<T extends { readonly pair: string }>(
  rows: readonly T[],
  pair: string | undefined,
  limit: number,
): readonly T[] {
  const own = pair === undefined ? rows : rows.filter((row) => row.pair === pair);
  return own.slice(0, limit);
}

/** Computes again only for another list. */
function kept<From, To>(compute: (from: From) => To): (from: From) => To {
  let last: { readonly from: From; readonly to: To } | null = null;
  return (from) => {
    if (last?.from !== from) last = { from, to: compute(from) };
    return last.to;
  };
}
