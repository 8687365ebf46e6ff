/** The signed-in user as login and `GET /auth/me` tell it (SESSION-10). */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly role: string | null;
  readonly twoFactorEnabled: boolean;
  /** Epoch milliseconds; null when never or not told. */
  readonly lastLogin: number | null;
  readonly securityRisk: boolean;
  /** Epoch milliseconds. */
  readonly securityCooldownUntil: number | null;
  readonly securityRiskReason: string | null;
}

/** Letters kept at either end of a shortened id. */
const HEAD = 6;
const TAIL = 4;

/** `a1b2c3…9f8e`: enough to tell ids apart on a screen; what is copied is always the whole. */
export function shortId(id: string): string {
  // One dot and more would not be shorter.
  return id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
