import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import type {
  RemoveInput,
  RemoveOutput,
  SaveInput,
  SaveOutput,
  SentChange,
} from '../../machines/refundAddress/index.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from './reconcileWrite.ts';

export interface RefundAddressDependencies {
  readonly http: Pick<Http, 'send'>;
  /** The list of refund addresses is to be read again. */
  readonly outdateList: () => void;
}

/** Effects of the `refundAddress` machine. */
export function createRefundAddressWiring({ http, outdateList }: RefundAddressDependencies) {
  return {
    actors: {
      save: fromPromise<SaveOutput, SaveInput>(async ({ input, signal }) => {
        const { ticker, address } = input;
        const answer = await http.send(
          walletCalls.setRefundAddress,
          { body: { coin_ticker: ticker, address } },
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
