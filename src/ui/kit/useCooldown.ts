import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { isCooling, type cooldownMachine } from '../../machines/shared/index.ts';
import { useNow } from './useCountdown.ts';
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

/** Whether the last refresh by hand was a moment ago. */
export const useCooling = (cooldown: ActorRefFrom<typeof cooldownMachine>): boolean =>
  useSelector(cooldown, isCooling);
