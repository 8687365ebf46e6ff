import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import type { RemoveInput, RemoveOutput, SaveInput, SaveOutput } from '../../machines/refundAddress/index.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';

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
    },
    actions: { outdateList },
  };
}
