/** Slatepacks (DEPOSIT-05, WITHDRAW-11). */
import * as z from 'zod/mini';
import type { SignedDeposit } from '../../domain/deposit.ts';
import { LONGEST_TEXT } from '../../domain/slatepack/faults.ts';
import type { Broadcast } from '../../domain/withdrawal.ts';
import { amountText, id, instant, nullable, sentFactor } from './values.ts';
import { anyText, text } from './wallet.ts';

/** Longer texts are refused unread, because decoding base58 takes more than linear time. */
const sentSlatepack = z.string().check(z.minLength(1), z.maxLength(LONGEST_TEXT));

export const slatepackBody = z.strictObject({ slatepack_message: sentSlatepack });

/** The reply to the slatepack of a withdrawal (REAUTH-07). */
export const slatepackReplyBody = z.strictObject({
  slatepack_message: sentSlatepack,
  two_factor_code: z.optional(sentFactor),
});

/** `POST /withdrawal/withdrawals/grin/finalize-withdrawal`. */
export const broadcastAnswer = z.pipe(
  z.object({ broadcast: z.optional(z.unknown()), tx_hash: text }),
  z.transform((raw): Broadcast => ({
    isBroadcast: typeof raw.broadcast === 'boolean' ? raw.broadcast : null,
    txHash: raw.tx_hash,
  })),
);

/** `POST /deposit/deposits/grin/receive`: bare text, or text under one of five names (DEPOSIT-12). */
export const signedDepositAnswer = z.pipe(
  z.union([
    z.string().check(z.minLength(1)),
    z.object({
      signed_slatepack_message: anyText,
      slatepack_message: anyText,
      signed_slatepack: anyText,
      message: anyText,
      data: anyText,
      deposit_id: nullable(id),
      expires_at: nullable(instant),
      amount: nullable(amountText),
    }),
  ]),
  z.transform((raw, context): SignedDeposit => {
    const whole = typeof raw === 'string' ? null : raw;
    const slatepack =
      whole === null
        ? raw
        : (whole.signed_slatepack_message ??
          whole.slatepack_message ??
          whole.signed_slatepack ??
          whole.message ??
          whole.data);
    if (typeof slatepack !== 'string') {
      context.issues.push({ code: 'custom', message: 'no slatepack', input: raw });
      return z.NEVER;
    }
    return {
      slatepack,
      depositId: whole?.deposit_id ?? null,
      expiresAt: whole?.expires_at ?? null,
      amount: whole?.amount ?? null,
    };
  }),
);
