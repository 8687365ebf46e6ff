import { add, decimal, toText } from '../../domain/decimal.ts';
import { OPEN_STATES, type Execution, type Order } from '../../domain/order.ts';
import type { LiveTopic } from '../../services/contract/index.ts';
import type { LiveAccount } from '../../services/live/readers.ts';
import type { Clock } from '../../services/clock.ts';
import type { LiveChannels } from '../socket/socket.rules.ts';
import type { FollowRead } from '../resource/resource.actors.ts';
import type { ParamsOf, ReadName } from '../resource/resource.reads.ts';

export interface FollowReadDependencies {
  readonly channels: LiveChannels;
  readonly userId: () => string | null;
  readonly clock: Pick<Clock, 'now'>;
}

interface LiveRead {
  readonly topic: LiveTopic;
  /** The result of the read; null where the stream does not have it. The same for the same data. */
  readonly select: (data: unknown) => unknown;
  /** Of a read that no stream has: what of another one changes with it, and has it read again. */
  readonly changesWith?: (data: unknown) => unknown;
}

/** Brings a read from its stream (LIVE-07). Null where no stream has it. */
export function createFollowRead({ channels, userId, clock }: FollowReadDependencies): FollowRead {
  return ({ name, params }, say) => {
    const read = liveReadOf(name, params, userId);
    if (!read) return null;
    let heard: unknown;
    return channels.follow(read.topic, (news) => {
      if (news.type === 'lost') return read.changesWith ? undefined : say({ type: 'channel.lost' });
      if (read.changesWith) {
        const part = read.changesWith(news.data);
        if (heard !== undefined && heard !== part) say({ type: 'channel.lost' });
        heard = part;
        return undefined;
      }
      const data = read.select(news.data);
      // The stream has only a part of the result, which is read again after each change.
      if (data === null && heard !== news.data) say({ type: 'channel.lost' });
      heard = news.data;
      if (data === null) return undefined;
      return say({ type: 'channel.data', data, at: clock.now(), isConfirmed: news.isConfirmed });
    });
  };
}

type Streamed = (
  params: unknown,
  ofAccount: (select: (account: LiveAccount) => unknown) => LiveRead,
) => LiveRead | null;

/** Other reads have no stream. */
const STREAMED: Partial<Record<ReadName, Streamed>> = {
  trades: (params) => {
    const { pair, limit = 100 } = params as ParamsOf<'trades'>;
    const select = memoizedByList((trades: readonly unknown[]) =>
      limit < trades.length ? trades.slice(0, limit) : trades,
    );
    return { topic: `trades:${pair}`, select: (data) => select(data as readonly unknown[]) };
  },
  markets: () => ({ topic: 'markets', select: (data) => data }),
  balances: (_, ofAccount) => ofAccount(({ balances }) => balances),
  orders: (params, ofAccount) => {
    const { pair, state, skip, limit } = params as ParamsOf<'orders'>;
    if (state !== OPEN_STATES || skip > 0) return null;
    const select = memoizedByList((orders: readonly Order[]) => rowsOf(orders, pair, limit));
    return ofAccount(({ orders, hasMoreOrders }) => (hasMoreOrders ? null : select(orders)));
  },
  // A deposit that is credited raises the balance: the one must not be shown without the other.
  deposits: (_, ofAccount) => changesWithBalances(ofAccount),
  depositStatus: (_, ofAccount) => changesWithBalances(ofAccount),
  movements: (_, ofAccount) => changesWithTransfers(ofAccount),
  executions: (params, ofAccount) => {
    const { pair, skip, limit } = params as ParamsOf<'executions'>;
    if (skip > 0) return null;
    const select = memoizedByList((executions: readonly Execution[]) => {
      const rows = rowsOf(executions, pair, limit);
      // Older ones of this pair may have been left out of the stream.
      return rows.length === limit || executions.length < 100 ? rows : null;
    });
    return ofAccount(({ executions }) => select(executions));
  },
};

function changesWithBalances(ofAccount: Parameters<Streamed>[1]): LiveRead {
  const { topic, select } = ofAccount(({ balances }) => balances);
  // Compared by text: a read asks for a snapshot, whose balances are new objects and must not restart it.
  return { topic, select: () => null, changesWith: (data) => JSON.stringify(select(data)) };
}

/** As above, but neither orders nor trades have it read again: it is followed on every page. */
function changesWithTransfers(ofAccount: Parameters<Streamed>[1]): LiveRead {
  const { topic, select } = ofAccount((account) => account);
  let before: { readonly owned: string; readonly fill: string | undefined } | null = null;
  let transfers = 0;
  return {
    topic,
    select: () => null,
    changesWith(data) {
      const account = select(data) as LiveAccount | null;
      if (account === null) return transfers;
      const owned = JSON.stringify(
        account.balances.map(({ currency, available, inOrders }) => [
          currency,
          toText(add(decimal(available), decimal(inOrders))),
        ]),
      );
      const fill = account.executions[0]?.id;
      if (before !== null && owned !== before.owned && fill === before.fill) transfers += 1;
      before = { owned, fill };
      return transfers;
    },
  };
}

function liveReadOf(name: ReadName, params: unknown, userId: () => string | null): LiveRead | null {
  const find = STREAMED[name];
  if (!find) return null;
  return find(params, (select) => ({
    topic: 'account',
    select: (data) => {
      const account = data as LiveAccount;
      return account.userId === userId() ? select(account) : null;
    },
  }));
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
function memoizedByList<From, To>(compute: (from: From) => To): (from: From) => To {
  let last: { readonly from: From; readonly to: To } | null = null;
  return (from) => {
    if (last?.from !== from) last = { from, to: compute(from) };
    return last.to;
  };
}
