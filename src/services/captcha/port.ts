/** A captcha that is on the screen. */
export interface MountedCaptcha {
  /** Asks for a new token: one works once. */
  reset(): void;
  remove(): void;
}

export interface Captcha {
  /**
   * Shows the captcha in the element.
   * @param told the token, or null when it ran out or the captcha could not be loaded.
   */
  mount(element: HTMLElement, told: (token: string | null) => void): MountedCaptcha;
}
