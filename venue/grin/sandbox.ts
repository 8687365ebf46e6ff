import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { toUnits } from '../../src/domain/decimal.ts';
import { CHAIN_DECIMALS } from '../../src/domain/slatepack/amount.ts';
import { LONGEST_TEXT } from '../../src/domain/slatepack/faults.ts';
import type { RouteTools } from '../http/app.ts';
import { type Bindings, type HttpContext, signedIn } from '../http/handler.ts';
import { RefusedError, valueOf } from '../refused.ts';
import type { UserWallet } from './userWallet.ts';

const grinText = z
  .string()
  .check(z.regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be a decimal number like 0.25, in quotes'));
const sendBody = z.strictObject({
  amount: grinText,
  fee: z._default(grinText, '0.023'),
  encrypted: z._default(z.boolean(), false),
  named: z._default(z.boolean(), false),
});
const stepBody = z.strictObject({ slatepack_message: z.string().check(z.maxLength(LONGEST_TEXT)) });

export interface GrinSandboxParts {
  readonly userWallet: UserWallet;
  readonly address: string;
  readonly isShared: boolean;
}

export function grinSandboxRoutes(
  app: Hono<Bindings>,
  tools: RouteTools,
  { userWallet, address, isShared }: GrinSandboxParts,
): void {
  /** Signing costs time, so a shared sandbox requires an account. */
  const admit = async (c: HttpContext): Promise<void> => {
    if (isShared) signedIn({ session: await tools.sessionOf(c) });
  };

  app.get('/sandbox/grin', (c) => c.json({ venue_address: address, wallet_address: userWallet.address }));

  app.post('/sandbox/grin/send', async (c) => {
    await admit(c);
    const body = await tools.readBody(c, sendBody);
    const amount = toUnits(body.amount, CHAIN_DECIMALS) ?? 0n;
    if (amount === 0n) throw new RefusedError(422, 'VALIDATION_FAILED', 'amount must be above 0.');
    const step = await userWallet.send({
      amount,
      fee: toUnits(body.fee, CHAIN_DECIMALS) ?? 0n,
      to: body.encrypted ? address : null,
      isSigned: body.named,
    });
    return c.json({
      message: `Payment of ${body.amount} GRIN created. Paste its message into the deposit form.`,
      slate_id: step.slateId,
      slatepack_message: step.slatepack,
    });
  });

  app.post('/sandbox/grin/receive', async (c) => {
    await admit(c);
    const { slatepack_message: text } = await tools.readBody(c, stepBody);
    const step = valueOf(await userWallet.receive(text));
    return c.json({
      message: 'Reply created. Paste it into the withdrawal form.',
      slate_id: step.slateId,
      slatepack_message: step.slatepack,
    });
  });

  app.post('/sandbox/grin/finalize', async (c) => {
    await admit(c);
    const { slatepack_message: text } = await tools.readBody(c, stepBody);
    const step = valueOf(await userWallet.finalize(text));
    return c.json({
      message: 'Payment finalized and posted. It will be confirmed after 30 blocks.',
      slate_id: step.slateId,
      slatepack_message: step.slatepack,
      tx_hash: step.txHash,
    });
  });
}
