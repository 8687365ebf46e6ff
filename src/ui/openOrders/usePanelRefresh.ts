import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { isCooling, provideCooldown } from '../../machines/shared/index.ts';
import { useApp } from '../kit/app.tsx';
import { useScreenActor } from '../kit/useScreenActor.ts';
import type { Reading } from '../kit/useRead.ts';

/**
 * The refresh button of one panel: at most once in 10 s, and words for what goes wrong (TRADE-05).
 * @param name of the panel, for the words.
 */
export function usePanelRefresh(
  { status, failure, refresh }: Reading<unknown>,
  name: string,
): {
  readonly refresh: () => void;
  /** The last refresh by hand was a moment ago: another one would be told to wait. */
  readonly isCooling: boolean;
} {
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

  // A failure is said once until the list was well in between (TRADE-06); one that the user asked for is always said.
  const isKnown = useRef(failure !== null);
  useEffect(() => {
    if (isRunning) return;
    const key = isAsked.current ? 'trade:mine.toast.refreshFailed' : 'trade:mine.toast.errorLoading';
    const isNews = isAsked.current || !isKnown.current;
    isAsked.current = false;
    isKnown.current = failure !== null;
    if (failure !== null && isNews)
      notices.send({ type: 'toast.said', toast: { kind: 'error', key, values: { tab: name } } });
  }, [failure, isRunning, name, notices]);

  return {
    refresh: () => cooldown.send({ type: 'user.refresh', now: now(), isRunning }),
    isCooling: useSelector(cooldown, isCooling),
  };
}
