import { calls } from '../../../src/services/contract/index.ts';
import type { Coins } from '../../coins/coins.ts';
import type { Exchange } from '../../exchange.ts';
import type { Grin } from '../../grin/grin.ts';
import type { Solvency } from '../../solvency/solvency.ts';
import type { Tickets } from '../../support/tickets.ts';
import type { Handlers } from '../handler.ts';
import { withRateLimits } from '../rateLimits.ts';
import { apiKeyHandlers } from './apiKeys.ts';
import { addressBookHandlers } from './addressBook.ts';
import { authHandlers } from './auth.ts';
import { coinHandlers } from './coins.ts';
import { deletionHandlers } from './deletion.ts';
import { grinHandlers } from './grin.ts';
import { marketHandlers } from './market.ts';
import { passkeyHandlers } from './passkeys.ts';
import { orderHandlers } from './orders.ts';
import { sessionHandlers } from './sessions.ts';
import { solvencyHandlers } from './solvency.ts';
import { supportHandlers } from './support.ts';

type HandlerParts = Parameters<typeof passkeyHandlers>[0] &
  Parameters<typeof deletionHandlers>[0] &
  Parameters<typeof marketHandlers>[0] & {
    readonly exchange: Exchange;
    readonly coins: Coins;
    readonly grin: Grin;
    readonly tickets: Tickets;
    readonly solvency: Solvency;
  };

/** The handlers of all calls of the contract. */
export function everyHandler(parts: HandlerParts): Handlers {
  const { exchange, coins, accounts, twoFactor, apiKeys, grin, tickets, solvency, limits } = parts;
  return {
    ...authHandlers(parts),
    ...passkeyHandlers(parts),
    ...deletionHandlers(parts),
    ...withRateLimits(
      {
        ...orderHandlers({
          exchange,
          confirmFactor: ({ key, account }, code) => twoFactor.confirm(account.id, code, key),
        }),
        ...coinHandlers(coins),
        ...addressBookHandlers({ books: coins, accounts, limits }),
        ...grinHandlers(grin),
        ...sessionHandlers(parts),
        ...apiKeyHandlers({ apiKeys, accounts, limits }),
      },
      limits,
    ),
    ...marketHandlers(parts),
    ...supportHandlers(tickets, limits),
    ...solvencyHandlers(solvency),
  };
}

function createPathRule(): (path: string) => string[] {
  const rules = Object.values(calls).map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  }));
  return (path) => rules.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** The methods of the calls at a path; none where there is no call. */
export const methodsOf = createPathRule();

/** For a development server: whether a path is the venue's own rather than the client's. */
export function ownsPath(path: string): boolean {
  return (
    methodsOf(path).length > 0 || /^\/(?:healthz|readyz|ledger\/heads|sandbox\/.*|socket\/ws)$/.test(path)
  );
}
