import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { type cooldownMachine } from '../../machines/shared/cooldown.machine.ts';
import { useNow } from './useCountdown.ts';
import { useSession } from './useSession.ts';

/** Often enough for a display in minutes. */
const LOOK_EVERY = 10_000;

export interface SecurityCooldown {
  /** Epoch milliseconds; null where the server names no end. */
  readonly until: number | null;
  readonly reason: string | null;
  /** Rounded up; null where the server names no end. */
  readonly minutesLeft: number | null;
}

/** Null while the user's withdrawals are not blocked. */
export function useCooldown(): SecurityCooldown | null {
  const now = useNow(LOOK_EVERY);
  const { user } = useSession();
  if (!user) return null;
  const { securityCooldownUntil: until, securityRiskReason: reason, securityRisk } = user;
  if (until === null) return securityRisk ? { until, reason, minutesLeft: null } : null;
  return until > now ? { until, reason, minutesLeft: Math.ceil((until - now) / 60_000) } : null;
}

export const useCooling = (cooldown: ActorRefFrom<typeof cooldownMachine>): boolean =>
  useSelector(cooldown, (snapshot) => snapshot.matches('cooling'));
