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
