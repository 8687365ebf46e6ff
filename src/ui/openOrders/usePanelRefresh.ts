import { provideCooldown } from '../../machines/shared/shared.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useCooling } from '../kit/useCooldown.ts';
import { useFailureNotice } from '../kit/useFailureNotice.ts';
import { useAccountStream, type Reading } from '../kit/useRead.ts';
import { useHeard, useScreenActor } from '../kit/useScreenActor.ts';

const MESSAGES = { failed: 'trade:mine.toast.errorLoading', refreshFailed: 'trade:mine.toast.refreshFailed' };

/** The refresh button of one panel: once in 10 s at most (TRADE-05). @param tab name of the panel, for messages. */
export function usePanelRefresh(
  { status, failure, refresh }: Reading<unknown>,
  tab: string,
): { readonly refresh: () => void; readonly isCooling: boolean } {
  const { now } = useApp();
  const cooldown = useScreenActor(provideCooldown, {});
  const hasFailed = failure !== null;
  const isRunning = status === 'refreshing' || status === 'loading';
  const notice = useFailureNotice(
    { messages: MESSAGES, hasFailed },
    { hasFailed, isRunning, isQuiet: useAccountStream(), tab },
  );
  useHeard(cooldown, 'refresh', () => {
    notice.send({ type: 'user.refresh' });
    refresh();
  });
  return {
    refresh: () => cooldown.send({ type: 'user.refresh', now: now(), isRunning }),
    isCooling: useCooling(cooldown),
  };
}
