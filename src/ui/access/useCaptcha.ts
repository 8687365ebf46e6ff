import { useCallback, useEffect, useRef, useState } from 'react';
import { useApp } from '../kit/app.tsx';

/** `failed`: it could not be loaded or broke; `pending`: it is loading, or waits for the user. */
export type CaptchaState = 'pending' | 'passed' | 'failed';

export interface CaptchaField {
  readonly state: CaptchaState;
  /** The host it is loaded from, for users who must allow it. */
  readonly host: string;
  /** Grows with each reload: the key of a new element. */
  readonly attempt: number;
  readonly takePlace: (element: HTMLElement | null) => void;
  /** The current token; empty until the user passed, and where there is no captcha. */
  readonly readToken: () => string;
  readonly retry: () => void;
}

/** The request that a token was sent with. */
interface CaptchaUser {
  on(type: 'captcha.reset', listener: () => void): { unsubscribe(): void };
}

/** A page's captcha, renewed after each use. @returns null where the deployment uses none. */
export function useCaptcha(users: readonly CaptchaUser[]): CaptchaField | null {
  const { loadCaptcha, report, config } = useApp();
  const [place, takePlace] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<CaptchaState>('pending');
  const [attempt, setAttempt] = useState(0);
  const token = useRef('');
  // The challenge is foreign code that draws into an element.
  useEffect(() => {
    if (!loadCaptcha || !place) return undefined;
    let isGone = false;
    let end = (): void => undefined;
    const failed = (): void => {
      token.current = '';
      setState('failed');
    };
    loadCaptcha()
      .then((captcha) => {
        if (isGone) return;
        const mounted = captcha.mount(place, {
          token: (given) => {
            token.current = given ?? '';
            setState(given === null ? 'pending' : 'passed');
          },
          failed,
        });
        const subscriptions = users.map((user) => user.on('captcha.reset', () => mounted.reset()));
        end = () => {
          for (const subscription of subscriptions) subscription.unsubscribe();
          mounted.remove();
        };
      })
      .catch((error: unknown) => {
        report('captcha', error);
        if (!isGone) failed();
      });
    return () => {
      isGone = true;
      end();
    };
  }, [loadCaptcha, users, place, report]);
  const readToken = useCallback(() => token.current, []);
  const retry = useCallback(() => {
    setState('pending');
    setAttempt((count) => count + 1);
  }, []);
  const { captcha } = config;
  if (captcha.mode !== 'turnstile') return null;
  return { state, host: new URL(captcha.scriptUrl).host, attempt, takePlace, readToken, retry };
}
