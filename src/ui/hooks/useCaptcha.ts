import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '../../machines/login/index.ts';
import { useApp } from './app.tsx';

export interface CaptchaField {
  /** Whether the deployment uses one. */
  readonly isWanted: boolean;
  /** Takes the element in which it appears. */
  readonly takePlace: (element: HTMLElement | null) => void;
  /** The token of this moment: empty until the user passed, and where there is no captcha. */
  readonly readToken: () => string;
}

/** The captcha of a form, renewed whenever its chart says so (spec 1 §4: after any failure). */
export function useCaptcha(form: ActorRefFrom<typeof loginMachine>): CaptchaField {
  const { loadCaptcha, report } = useApp();
  const [place, takePlace] = useState<HTMLElement | null>(null);
  const token = useRef('');
  useEffect(() => {
    if (!loadCaptcha || !place) return undefined;
    let isGone = false;
    let end = (): void => undefined;
    loadCaptcha()
      .then((captcha) => {
        if (isGone) return;
        const mounted = captcha.mount(place, (told) => {
          token.current = told ?? '';
        });
        const subscription = form.on('captcha.reset', () => mounted.reset());
        end = () => {
          subscription.unsubscribe();
          mounted.remove();
        };
      })
      // The form goes on without a token, and the server says that it wants one.
      .catch((error: unknown) => report('captcha', error));
    return () => {
      isGone = true;
      end();
    };
  }, [loadCaptcha, form, place, report]);
  return { isWanted: loadCaptcha !== null, takePlace, readToken: useCallback(() => token.current, []) };
}
