import type { Coin } from '../../domain/coin.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';
import { readStatus, selectData } from '../resource/resource.machine.ts';
import type { DataOf, ReadName } from '../resource/resource.reads.ts';
import type { Resource, Resources } from '../resource/resource.actors.ts';
import { followReads, selectFailure, perApp } from '../shared/common.ts';
import { userIdOf, type App } from '../app/app.ts';

/** The data behind the gates of deposits, withdrawals and refund addresses. */
export interface CoinFacts {
  readonly coins: readonly Coin[];
  readonly refundAddresses: readonly RefundAddress[];
  /** Why they are older than they should be; null when they are not. */
  readonly failure: Failure | null;
}

export interface FactsListener {
  readonly known: (facts: CoinFacts) => void;
  /** In the order of the gates: as long as the coins are missing, the refund addresses are not mentioned. */
  readonly failed: (what: 'coins' | 'refundAddresses', failure: Failure) => void;
}

/** @returns how to ask for both again, and how to stop listening. */
export type WatchCoinFacts = (listener: FactsListener) => {
  readonly reload: () => void;
  readonly stop: () => void;
};

export interface CoinFactsDependencies {
  readonly resources: Pick<Resources, 'of'>;
  /** Who is signed in. */
  readonly userId: () => string | null;
}

/** The default listing: one page of fifty (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };

/**
 * Follows the shared reads of coins and refund addresses. Data that is being read again is awaited: its earlier value
 * is what the user has just changed.
 */
export function createWatchCoinFacts({ resources, userId }: CoinFactsDependencies): WatchCoinFacts {
  return (listener) => {
    const user = userId();
    const coins = resources.of('coins', FIRST_PAGE, user);
    const refunds = resources.of('refundAddresses', { tradingEnabledOnly: false }, user);
    let last: readonly unknown[] = [];
    /** Whether this is news. */
    const isNew = (...news: readonly unknown[]): boolean => {
      const isKnown = news.length === last.length && news.every((part, index) => part === last[index]);
      last = news;
      return !isKnown;
    };
    const tell = (): void => {
      const [coinList, refundList] = [settled(coins), settled(refunds)];
      if (coinList.status === 'failed') {
        if (isNew('coins', coinList.failure)) listener.failed('coins', coinList.failure);
      } else if (coinList.status === 'known' && refundList.status === 'failed') {
        if (isNew('refundAddresses', refundList.failure))
          listener.failed('refundAddresses', refundList.failure);
      } else if (coinList.status === 'known' && refundList.status === 'known') {
        const failure = coinList.failure ?? refundList.failure;
        if (!isNew(coinList.data, refundList.data, failure)) return;
        listener.known({ coins: coinList.data, refundAddresses: refundList.data, failure });
      }
    };
    const stop = followReads([coins, refunds], tell);
    return {
      stop,
      reload: () => {
        // An earlier failure may repeat in the same way: it is news again.
        last = [];
        for (const { ref } of [coins, refunds]) {
          if (readStatus(ref.getSnapshot()) !== 'fresh') ref.send({ type: 'user.refresh' });
        }
        tell();
      },
    };
  };
}

type Settled<T> =
  | { readonly status: 'known'; readonly data: T; readonly failure: Failure | null }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'awaited' };

function settled<N extends ReadName>({ ref }: Resource<N>): Settled<DataOf<N>> {
  const snapshot = ref.getSnapshot();
  const failure = selectFailure(snapshot);
  const status = readStatus(snapshot);
  if (status === 'fresh' || status === 'stale') {
    // The resource was made for this name, and its reader answers with that name's data.
    return { status: 'known', data: selectData(snapshot) as DataOf<N>, failure };
  }
  return status === 'failed' && failure ? { status, failure } : { status: 'awaited' };
}

export const watchCoinFactsOf = perApp((app: App) =>
  createWatchCoinFacts({ resources: app.resources, userId: () => userIdOf(app) }),
);
