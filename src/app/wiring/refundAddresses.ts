import { fromCallback } from 'xstate';
import { refundRows } from '../../domain/refundRows.ts';
import type { RefundAddressesEvent, ReloadList } from '../../machines/refundAddresses/index.ts';
import type { WatchCoinFacts } from './coinFacts.ts';

export interface RefundAddressesDependencies {
  readonly watchFacts: WatchCoinFacts;
  /** The server is down or out of reach, and the screen cannot be shown without it. */
  readonly reportOutage: () => void;
}

/** Effects of the `refundAddresses` machine. */
export function createRefundAddressesWiring({ watchFacts, reportOutage }: RefundAddressesDependencies) {
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
