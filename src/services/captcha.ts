/** A captcha that is on the screen. */
export interface MountedCaptcha {
  /** Asks for a new token: one works once. */
  reset(): void;
  remove(): void;
}

export interface CaptchaListener {
  /** The user passed; null when the token ran out, or was used. */
  token(token: string | null): void;
  /** It could not be loaded, or cannot go on. A token may come all the same: it tries again by itself. */
  failed(): void;
}

export interface Captcha {
  /** Shows the captcha in the element. */
  mount(element: HTMLElement, listener: CaptchaListener): MountedCaptcha;
}

/** The part of the provider's script that is used. */
interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly theme: 'dark';
      readonly callback: (token: string) => void;
      readonly 'expired-callback': () => void;
      /** Answers whether the error was dealt with; else the provider writes it to the console. */
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
  ): {
    createScriptURL(url: string): string;
  };
}

type CaptchaWindow = Window & { readonly turnstile?: Turnstile; readonly trustedTypes?: TrustedTypes };

/** A deployment that uses the captcha allows this name, the script's origin and its frame in its policy. */
const POLICY = 'captcha';

export interface TurnstileSettings {
  readonly siteKey: string;
  /** Where the provider's script lies. */
  readonly scriptUrl: string;
}

/** Cloudflare Turnstile, loaded when a page shows it and not before. */
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
      // The next form tries again.
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
