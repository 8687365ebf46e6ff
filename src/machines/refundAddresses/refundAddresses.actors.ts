import { fromCallback } from 'xstate';
import { refundRows } from '../../domain/refundAddress.ts';
import { succeeded } from '../../domain/result.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import { type WatchCoinFacts, watchCoinFactsOf } from './coinFacts.ts';
import {
  type RefundAddressesEvent,
  type ReloadList,
  refundAddressesMachine,
} from './refundAddresses.machine.ts';
import type { App } from '../app/app.ts';
import { createWrite } from '../write/write.machine.ts';
import { type RefundChange, refundAddressMachine } from './refundAddress.machine.ts';

export interface RefundAddressDependencies {
  readonly http: Pick<Http, 'send'>;
  /** The list of refund addresses is to be read again. */
  readonly invalidateList: () => void;
}

/** Effects of the `refundAddress` machine. */
export function refundAddressImplementations({ http, invalidateList }: RefundAddressDependencies) {
  return {
    actors: {
      change: createWrite<RefundChange, { readonly address: string | null }>({
        send: async ({ ticker, address, privateCode }) => {
          if (address === null) {
            const removed = await http.send(walletCalls.removeRefundAddress, { params: { coin: ticker } });
            return removed.ok ? succeeded({ address }) : removed;
          }
          const code = privateCode === null ? {} : { two_factor_code: privateCode };
          const body = { coin_ticker: ticker, address, ...code };
          const stored = await http.send(walletCalls.setRefundAddress, { body });
          // The server's stored value is shown.
          return stored.ok ? succeeded({ address: stored.value.address ?? address }) : stored;
        },
        look: async (change, signal) => {
          const query = { trading_enabled_only: 'false' } as const;
          const listed = await http.send(walletCalls.refundAddresses, { query }, { signal });
          if (!listed.ok) return listed;
          const own = listed.value.find(({ ticker }) => ticker === change.ticker);
          const address = own?.address ?? null;
          return succeeded(shows(address, change) ? { address } : null);
        },
        withoutSecrets: (change) => ({ ...change, privateCode: null }),
      }),
    },
    actions: { invalidateList },
  };
}

/** Whether the present value comes from the change. A server may store an address in another form than it was sent. */
const shows = (now: string | null, { address, before }: RefundChange): boolean =>
  now === address || (address !== null && now !== null && now !== before);

export interface RefundAddressesDependencies {
  readonly watchFacts: WatchCoinFacts;
  /** The server is down or out of reach, and the screen cannot be shown without it. */
  readonly reportOutage: () => void;
}

/** Effects of the `refundAddresses` machine. */
export function refundAddressesImplementations({ watchFacts, reportOutage }: RefundAddressesDependencies) {
  return {
    actors: {
      list: fromCallback<ReloadList>(({ sendBack, receive }) => {
        const say = (event: RefundAddressesEvent): void => sendBack(event);
        const watch = watchFacts({
          known: ({ coins, refundAddresses, failure }) =>
            say({ type: 'list.known', rows: refundRows(coins, refundAddresses), failure }),
          failed: (_what, failure) => say({ type: 'list.failed', failure }),
        });
        receive(watch.reload);
        return watch.stop;
      }),
    },
    actions: { reportOutage },
  };
}

export const provideRefundAddress = ({ services: { http }, resources }: App) =>
  refundAddressMachine.provide(
    refundAddressImplementations({ http, invalidateList: () => resources.invalidate('refundAddresses') }),
  );

export const provideRefundAddresses = (app: App) =>
  refundAddressesMachine.provide(
    refundAddressesImplementations({
      watchFacts: watchCoinFactsOf(app),
      reportOutage: () => app.root.send({ type: 'service.failed' }),
    }),
  );
