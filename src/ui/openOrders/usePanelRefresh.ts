import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { isCooling } from '../../machines/shared/cooldown.machine.ts';
import { provideCooldown } from '../../machines/shared/shared.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useScreenActor } from '../kit/useScreenActor.ts';
import { useAccountStream, type Reading } from '../kit/useRead.ts';

/** The refresh button of one panel: once in 10 s at most (TRADE-05). @param name of the panel, for messages. */
export function usePanelRefresh(
  { status, failure, refresh }: Reading<unknown>,
  name: string,
): { readonly refresh: () => void; readonly isCooling: boolean } {
  const { notices, now } = useApp();
  const cooldown = useScreenActor(provideCooldown, {});
  const isAsked = useRef(false);
  const isRunning = status === 'refreshing' || status === 'loading';

  useEffect(() => {
    const subscription = cooldown.on('refresh', () => {
      isAsked.current = true;
      refresh();
    });
    return () => subscription.unsubscribe();
  }, [cooldown, refresh]);

  // A failure is announced once until a read succeeds (TRADE-06), except after a press.
  const isStreamed = useAccountStream();
  const isKnown = useRef(failure !== null);
  useEffect(() => {
    if (isRunning || (isStreamed && !isAsked.current)) return;
    const key = isAsked.current ? 'trade:mine.toast.refreshFailed' : 'trade:mine.toast.errorLoading';
    const isNews = isAsked.current || !isKnown.current;
    isAsked.current = false;
    isKnown.current = failure !== null;
    if (failure !== null && isNews)
      notices.send({ type: 'toast.said', toast: { kind: 'error', key, values: { tab: name } } });
  }, [failure, isRunning, isStreamed, name, notices]);

  return {
    refresh: () => cooldown.send({ type: 'user.refresh', now: now(), isRunning }),
    isCooling: useSelector(cooldown, isCooling),
  };
}
