import type { Hono } from 'hono';
import type { Pool } from 'pg';
import type { Keys } from '../coins/keys.ts';
import { type GrinSandboxParts, grinSandboxRoutes } from '../grin/sandbox.ts';
import { createUserWallet } from '../grin/userWallet.ts';
import type { RangeProofs } from '../grin/rangeProof/proofs.ts';
import { createWallet } from '../grin/wallet.ts';
import type { RouteTools } from '../http/app.ts';
import type { Bindings } from '../http/handler.ts';
import { supportSandboxRoutes } from '../support/sandbox.ts';
import type { Tickets } from '../support/tickets.ts';
import { type ChainRouteParts, chainRoutes } from './chains.ts';
import { createFaucet } from './faucet.ts';
import { type SandboxParts, sandboxRoutes } from './routes.ts';

type RouteParts = SandboxParts & ChainRouteParts & GrinSandboxParts & { readonly tickets: Tickets };
type Parts = Omit<RouteParts, 'faucet' | 'userWallet'> & {
  readonly pool: Pool;
  readonly keys: Keys;
  readonly proofs: RangeProofs;
  readonly now: () => Date;
};

export const everySandboxRoute =
  (parts: Parts) =>
  (routes: Hono<Bindings>, tools: RouteTools): void => {
    const { pool, keys, proofs, now } = parts;
    const userWallet = createUserWallet({ pool, wallet: createWallet(keys, 'user', proofs), now });
    sandboxRoutes(routes, tools, { ...parts, faucet: createFaucet(pool, parts.exchange) });
    supportSandboxRoutes(routes, tools, parts);
    chainRoutes(routes, tools, parts);
    grinSandboxRoutes(routes, tools, { ...parts, userWallet });
  };
