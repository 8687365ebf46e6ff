import { fromCallback, fromPromise } from 'xstate';
import { depositGate } from '../../domain/depositGate.ts';
import type { AddressOutput, DepositEvent, DepositInput, Reload } from '../../machines/deposit/index.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import type { WatchCoinFacts } from './coinFacts.ts';

export interface DepositDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly watchFacts: WatchCoinFacts;
  /** The server is down or out of reach, and the screen cannot be shown without it. */
  readonly reportOutage: () => void;
}

/** Effects of the `deposit` machine. */
export function createDepositWiring({ http, watchFacts, reportOutage }: DepositDependencies) {
  return {
    actors: {
      facts: fromCallback<Reload, DepositInput>(({ input, sendBack, receive }) => {
        const say = (event: DepositEvent): void => sendBack(event);
        const watch = watchFacts({
          known: ({ coins, refundAddresses }) => {
            const coin = coins.find(({ ticker }) => ticker === input.symbol);
            say({ type: 'facts.known', coin: coin ?? null, gate: depositGate(coin, refundAddresses) });
          },
          failed: (what, failure) => say({ type: 'facts.failed', what, failure }),
        });
        receive(watch.reload);
        return watch.stop;
      }),
      requestAddress: fromPromise<AddressOutput, DepositInput>(({ input, signal }) =>
        http.send(walletCalls.createDepositAddress, { body: { coin_ticker: input.symbol } }, { signal }),
      ),
    },
    actions: { reportOutage },
  };
}
