import { fromCallback, fromPromise } from 'xstate';
import { finalizeWindow, type FinalizeWindow } from '../../domain/finalizeWindow.ts';
import { succeeded } from '../../domain/result.ts';
import type {
  ReceiveInput,
  ReceiveOutput,
  SlatepackDepositEvent,
} from '../../machines/slatepackDeposit/index.ts';
import type { Clock } from '../../services/clock.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import { isReturn, type Page } from '../../services/page.ts';

export interface SlatepackDepositDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Clock;
  readonly page: Pick<Page, 'listen'>;
  /** The list of deposits is to be read again. */
  readonly outdateDeposits: () => void;
}

/** Browsers fire a timer of more than 2^31 milliseconds at once: it looks at the clock at least this often. */
const LONGEST_PAUSE = 60_000;

/** Effects of the `slatepackDeposit` machine. */
export function createSlatepackDepositWiring({
  http,
  clock,
  page,
  outdateDeposits,
}: SlatepackDepositDependencies) {
  return {
    actors: {
      receive: fromPromise<ReceiveOutput, ReceiveInput>(async ({ input, signal }) => {
        const body = { slatepack_message: input.privateText };
        const answer = await http.send(walletCalls.receiveGrinDeposit, { body }, { signal });
        if (!answer.ok) return answer;
        const { slatepack, depositId, expiresAt } = answer.value;
        return succeeded({ slatepack, depositId, ...finalizeWindow(clock.now(), expiresAt) });
      }),
      window: fromCallback<SlatepackDepositEvent, FinalizeWindow>(({ input, sendBack }) => {
        let timer: unknown;
        let isNarrow = false;
        const look = (): void => {
          clock.clearTimeout(timer);
          const now = clock.now();
          if (now >= input.closesAt) return sendBack({ type: 'window.closed' });
          if (now >= input.safeUntil && !isNarrow) sendBack({ type: 'window.narrowed' });
          isNarrow = now >= input.safeUntil;
          const next = isNarrow ? input.closesAt : input.safeUntil;
          timer = clock.setTimeout(look, Math.min(next - now, LONGEST_PAUSE));
        };
        timer = clock.setTimeout(look, Math.max(0, Math.min(input.safeUntil - clock.now(), LONGEST_PAUSE)));
        // Timers of a machine that slept are late: whoever looks again sees the truth at once.
        const stop = page.listen((fact) => {
          if (isReturn(fact)) look();
        });
        return () => {
          clock.clearTimeout(timer);
          stop();
        };
      }),
    },
    actions: { outdateDeposits },
  };
}
