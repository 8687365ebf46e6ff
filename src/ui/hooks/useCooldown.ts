import { useNow } from './useNow.ts';
import { useSession } from './useSession.ts';

/** Shown in minutes: looked at often enough for each of them. */
const LOOK_EVERY = 10_000;

export interface SecurityCooldown {
  /** Epoch milliseconds; null where the server tells no end. */
  readonly until: number | null;
  readonly reason: string | null;
  /** Whole minutes, the running one counted; null where the server tells no end. */
  readonly minutesLeft: number | null;
}

/** The security cooldown that blocks the user's withdrawals; null when there is none. */
export function useCooldown(): SecurityCooldown | null {
  const now = useNow(LOOK_EVERY);
  const { user } = useSession();
  if (!user) return null;
  const { securityCooldownUntil: until, securityRiskReason: reason, securityRisk } = user;
  if (until === null) return securityRisk ? { until, reason, minutesLeft: null } : null;
  return until > now ? { until, reason, minutesLeft: Math.ceil((until - now) / 60_000) } : null;
}
