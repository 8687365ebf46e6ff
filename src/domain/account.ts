import type { DecimalText } from './decimal.ts';

/** The user as login and `GET /auth/me` answer (SESSION-10). Times are epoch milliseconds; null when unknown. */
export interface User {
  readonly id: string;
  /** Empty where the account has none. */
  readonly email: string;
  readonly username: string;
  readonly role: string | null;
  readonly twoFactorEnabled: boolean;
  /** Absent where the user has none, or the server does not tell. */
  readonly hasPasskeys?: boolean;
  readonly lastLogin: number | null;
  readonly securityRisk: boolean;
  readonly securityCooldownUntil: number | null;
  readonly securityRiskReason: string | null;
  /** When the password alone will take off the second factor (RESET-02); absent where nobody has asked. */
  readonly twoFactorResetAt?: number;
  /** When the recovery key was made, epoch milliseconds; absent without one (FORGOT-02). */
  readonly recoveryKeyAt?: number;
  /** First hexadecimal digits of its hash. */
  readonly recoveryKeyMark?: string;
}

/** What the user signs in with: the email, or the username where there is none (LOGIN-27). */
export const loginOf = ({ email, username }: Pick<User, 'email' | 'username'>): string =>
  email === '' ? username : email;

export interface LeftAmount {
  readonly currency: string;
  readonly amount: DecimalText;
}

/** Obstacles to deleting an account, and what would stay behind (PRIVACY-04). */
export interface AccountRemains {
  readonly obstacles: readonly {
    /** `orders`, `deposits`, `withdrawals`, `balance`, `debt`, `shared`. */
    readonly kind: string;
    readonly currency: string | null;
    readonly amount: DecimalText | null;
    readonly count: number | null;
  }[];
  readonly leftovers: readonly LeftAmount[];
}

const HEAD = 6;
const TAIL = 4;

/** `a1b2c3…9f8e`, to tell ids apart on a screen. Copying always copies the whole id. */
export function shortId(id: string): string {
  return id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
