/** The account's own sessions (SESSION-15). */
import * as z from 'zod/mini';
import { LONGEST_SESSION_NAME, type OwnSession } from '../../domain/ownSession.ts';
import { id, instant, nullable } from './values.ts';

export const ownSessionAnswer = z.pipe(
  z.object({
    id,
    begun_at: instant,
    last_used_at: instant,
    ends_at: instant,
    is_current: z.boolean(),
    name: nullable(z.string()),
  }),
  z.transform((raw): OwnSession => ({
    id: raw.id,
    beganAt: raw.begun_at,
    usedAt: raw.last_used_at,
    endsAt: raw.ends_at,
    isOwn: raw.is_current,
    name: raw.name,
  })),
);

/** An empty name takes it away. Databases refuse some control characters. */
export const sessionNameBody = z.strictObject({
  name: z.string().check(z.maxLength(LONGEST_SESSION_NAME), z.regex(/^\P{Cc}*$/u)),
});
