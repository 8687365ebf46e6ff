import * as z from 'zod/mini';
import type { DepositReturn } from '../../domain/deposit.ts';
import { amountText, nullable } from './values.ts';

/** What becomes of a deposit that is not credited (REFUND-07). */
export const returnAnswer = z.pipe(
  z.object({
    state: z.enum(['waiting', 'sent', 'done', 'too_small']),
    amount: nullable(amountText),
    fee_amount: nullable(amountText),
    address: nullable(z.string()),
    tx_hash: nullable(z.string()),
  }),
  z.transform(({ state, amount, address, tx_hash: txHash }): DepositReturn => ({
    state,
    amount,
    address,
    txHash,
  })),
);
