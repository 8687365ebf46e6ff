export interface MountedCaptcha {
  /** Requests a new token, because each works once. */
  reset(): void;
  remove(): void;
}

export interface CaptchaListener {
  /** Null when the token was used or has expired. */
  token(token: string | null): void;
  /** The provider retries by itself, so a token may still come. */
  failed(): void;
}

export interface Captcha {
  mount(element: HTMLElement, listener: CaptchaListener): MountedCaptcha;
}

interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly theme: 'dark';
      readonly callback: (token: string) => void;
      readonly 'expired-callback': () => void;
      /** @returns whether the error was handled; otherwise the provider logs it. */
      readonly 'error-callback': () => boolean;
    },
  ): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

type CaptchaWindow = Window & { readonly turnstile?: Turnstile; readonly trustedTypes?: TrustedTypes };

/** The operator's content security policy must allow this name, and the script's origin and frame. */
const POLICY = 'captcha';

export interface TurnstileSettings {
  readonly siteKey: string;
  readonly scriptUrl: string;
}

export function createTurnstile({ siteKey, scriptUrl }: TurnstileSettings, window: Window): Captcha {
  const host: CaptchaWindow = window;
  let loading: Promise<Turnstile> | null = null;
  let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

  function load(): Promise<Turnstile> {
    loading ??= new Promise<Turnstile>((resolve, reject) => {
      const script = host.document.createElement('script');
      policy ??= host.trustedTypes?.createPolicy(POLICY, { createScriptURL: (url) => url });
      script.src = policy?.createScriptURL(scriptUrl) ?? scriptUrl;
      script.async = true;
      script.addEventListener('load', () =>
        host.turnstile ? resolve(host.turnstile) : reject(new Error('the captcha did not start')),
      );
      script.addEventListener('error', () => reject(new Error('the captcha could not be loaded')));
      host.document.head.append(script);
    }).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  return {
    mount(element, listener) {
      let widget: { readonly id: string; readonly turnstile: Turnstile } | null = null;
      let isGone = false;
      load()
        .then((turnstile) => {
          if (isGone) return;
          const id = turnstile.render(element, {
            sitekey: siteKey,
            theme: 'dark',
            callback: (token) => listener.token(token),
            'expired-callback': () => listener.token(null),
            'error-callback': () => {
              listener.failed();
              return true;
            },
          });
          widget = { id, turnstile };
        })
        .catch(() => {
          if (!isGone) listener.failed();
        });
      return {
        reset() {
          if (!widget) return;
          listener.token(null);
          widget.turnstile.reset(widget.id);
        },
        remove() {
          isGone = true;
          widget?.turnstile.remove(widget.id);
        },
      };
    },
  };
}
