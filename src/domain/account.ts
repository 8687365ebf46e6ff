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
