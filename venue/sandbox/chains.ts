import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Coins } from '../coins/coins.ts';
import type { Network } from '../coins/network.ts';
import type { Fees } from '../fees/feed.ts';
import type { RouteTools } from '../http/app.ts';
import { type Bindings, type HttpContext, signedIn } from '../http/handler.ts';
import { unitsOf } from '../ledger/units.ts';
import { RefusedError, valueOf } from '../refused.ts';

const coin = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, 'must be a coin like XMR'));
const MAX_BLOCKS = 1000;
const blocks = z.int().check(z.minimum(1), z.maximum(MAX_BLOCKS));

const payBody = z.strictObject({
  coin,
  amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,8})?$/, 'must be a decimal number like 0.25, in quotes')),
  address: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,256}$/, 'must be an address'))),
});
const mineBody = z.strictObject({ coin, blocks: z._default(blocks, 1) });
const reorganiseBody = z.strictObject({
  coin,
  depth: blocks,
  blocks: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_BLOCKS))),
  drop: z._default(z.boolean(), false),
});
const failBody = z.strictObject({ withdrawal: z.string().check(z.maxLength(64)) });
const congestionBody = z.strictObject({ coin, congested: z.boolean() });

export interface ChainRouteParts {
  readonly network: Network;
  /** Coins that are on nodes. */
  readonly onNodes: ReadonlySet<string>;
  readonly coins: Coins;
  readonly fees: Pick<Fees, 'setCongestion'>;
  /** A shared sandbox must not let users harm others. */
  readonly isShared: boolean;
}

export function chainRoutes(
  app: Hono<Bindings>,
  tools: RouteTools,
  { network, onNodes, coins, fees, isShared }: ChainRouteParts,
): void {
  const accountOf = async (c: HttpContext): Promise<string> =>
    signedIn({ session: await tools.sessionOf(c) }).account.id;

  function knownCoin(ticker: string): string {
    if (network.coins.has(ticker)) return ticker;
    const message = `Known coins: ${[...network.coins].sort().join(', ')}.`;
    throw new RefusedError(404, 'UNKNOWN_COIN', message);
  }

  function simulatedOnly(ticker: string, what: string): void {
    if (onNodes.has(ticker))
      throw new RefusedError(409, 'ON_A_NODE', `${ticker} is on a node here: ${what}.`);
  }

  app.get('/sandbox/chains', (c) =>
    c.json(
      [...network.coins]
        .sort()
        .map((ticker) => ({
          coin: ticker,
          height: network.heightOf(ticker),
          confirmations: network.requiredFor(ticker),
        })),
    ),
  );

  app.post('/sandbox/pay', async (c) => {
    const body = await tools.readBody(c, payBody);
    const ticker = knownCoin(body.coin);
    const units = unitsOf(body.amount) ?? 0n;
    if (units <= 0n) throw new RefusedError(422, 'VALIDATION_FAILED', 'amount must be above 0.');
    const address = body.address ?? valueOf(await coins.depositAddress(await accountOf(c), ticker)).address;
    const txHash = valueOf(await network.pay(ticker, address, units));
    return c.json({ message: `Paid ${body.amount} ${ticker} to ${address}.`, tx_hash: txHash, address });
  });

  app.post('/sandbox/mine', async (c) => {
    const body = await tools.readBody(c, mineBody);
    if (isShared) await accountOf(c);
    const ticker = knownCoin(body.coin);
    const height = await network.mine(ticker, body.blocks);
    return c.json({ message: `The ${ticker} chain is at height ${height}.`, height });
  });

  app.post('/sandbox/reorganise', async (c) => {
    const { depth, drop, ...body } = await tools.readBody(c, reorganiseBody);
    if (isShared)
      throw new RefusedError(
        403,
        'SHARED_SANDBOX',
        'Not available in a shared sandbox: others would lose deposits.',
      );
    const ticker = knownCoin(body.coin);
    const added = body.blocks ?? depth + 1;
    const height = await network.reorganise(ticker, { depth, blocks: added, drops: drop });
    const lost = `${depth} ${depth === 1 ? 'block' : 'blocks'}`;
    return c.json({ message: `The ${ticker} chain lost ${lost} and is now at height ${height}.`, height });
  });

  app.post('/sandbox/fail-withdrawal', async (c) => {
    const { withdrawal } = await tools.readBody(c, failBody);
    const { row } = valueOf(await coins.withdrawal(await accountOf(c), withdrawal));
    simulatedOnly(row.coin, 'what was sent cannot be made to fail');
    if (!(await network.failWithdrawal(row.id))) {
      throw new RefusedError(
        409,
        'WITHDRAWAL_FINAL',
        'This withdrawal is already in a block or has already ended.',
      );
    }
    return c.json({ message: 'The withdrawal failed and its coins were credited back.' });
  });

  app.post('/sandbox/congestion', async (c) => {
    const { congested, ...body } = await tools.readBody(c, congestionBody);
    if (isShared) await accountOf(c);
    const ticker = knownCoin(body.coin);
    simulatedOnly(ticker, 'its fee is what the node says');
    fees.setCongestion(ticker, congested);
    return c.json({ message: `The ${ticker} network is now ${congested ? 'congested' : 'normal'}.` });
  });
}
