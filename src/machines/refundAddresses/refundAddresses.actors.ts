import { fromPromise, fromCallback } from 'xstate';
import { refundRows } from '../../domain/refundAddress.ts';
import { succeeded } from '../../domain/result.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import { type WatchCoinFacts, watchCoinFactsOf } from './coinFacts.ts';
import type { RemoveInput, RemoveOutput, SaveInput, SaveOutput, SentChange } from './refundAddress.setup.ts';
import {
  type RefundAddressesEvent,
  type ReloadList,
  refundAddressesMachine,
} from './refundAddresses.machine.ts';
import type { App } from '../app/index.ts';
import { perApp } from '../shared/index.ts';
import { refundAddressMachine } from './refundAddress.machine.ts';

export interface RefundAddressDependencies {
  readonly http: Pick<Http, 'send'>;
  /** The list of refund addresses is to be read again. */
  readonly outdateList: () => void;
}

/** Effects of the `refundAddress` machine. */
export function refundAddressImplementations({ http, outdateList }: RefundAddressDependencies) {
  return {
    actors: {
      save: fromPromise<SaveOutput, SaveInput>(async ({ input, signal }) => {
        const { ticker, address, privateCode } = input;
        const code = privateCode === null ? {} : { two_factor_code: privateCode };
        const answer = await http.send(
          walletCalls.setRefundAddress,
          { body: { coin_ticker: ticker, address, ...code } },
          { signal },
        );
        // What the server says that it stored is what is shown.
        return answer.ok ? succeeded(answer.value.address ?? address) : answer;
      }),
      remove: fromPromise<RemoveOutput, RemoveInput>(({ input, signal }) =>
        http.send(walletCalls.removeRefundAddress, { params: { coin: input.ticker } }, { signal }),
      ),
      reconcileWrite: createReconcileWrite<SentChange | null, { readonly address: string | null }>(
        async (sent, signal) => {
          const query = { trading_enabled_only: 'false' } as const;
          const listed = await http.send(walletCalls.refundAddresses, { query }, { signal });
          if (!listed.ok) return listed;
          const own = listed.value.find(({ ticker }) => ticker === sent?.ticker);
          const address = own?.address ?? null;
          return succeeded(sent !== null && shows(address, sent) ? { address } : null);
        },
      ),
    },
    actions: { outdateList },
  };
}

/** Whether what is set now comes of the change. A server may store an address in another form than it was sent. */
const shows = (now: string | null, { address, before }: SentChange): boolean =>
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

export const provideRefundAddress = perApp(({ services: { http }, resources }: App) =>
  refundAddressMachine.provide(
    refundAddressImplementations({ http, outdateList: () => resources.invalidate('refundAddresses') }),
  ),
);

export const provideRefundAddresses = perApp((app: App) =>
  refundAddressesMachine.provide(
    refundAddressesImplementations({
      watchFacts: watchCoinFactsOf(app),
      reportOutage: () => app.root.send({ type: 'service.failed' }),
    }),
  ),
);
