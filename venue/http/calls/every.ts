import type { Coins } from '../../coins/coins.ts';
import type { Exchange } from '../../exchange.ts';
import type { Grin } from '../../grin/grin.ts';
import type { SessionList } from '../../accounts/sessionList.ts';
import type { Solvency } from '../../solvency/solvency.ts';
import type { Tickets } from '../../support/tickets.ts';
import type { Handlers } from '../handler.ts';
import { withRateLimits } from '../rateLimits.ts';
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
    readonly sessionList: SessionList;
    readonly tickets: Tickets;
    readonly solvency: Solvency;
  };

/** What answers each call of the contract. */
export function everyHandler(parts: HandlerParts): Handlers {
  const { exchange, coins, accounts, grin, sessionList, tickets, solvency, limits } = parts;
  return {
    ...authHandlers(parts),
    ...passkeyHandlers(parts),
    ...deletionHandlers(parts),
    ...withRateLimits(
      {
        ...orderHandlers(exchange),
        ...coinHandlers(coins),
        ...addressBookHandlers({ books: coins, accounts, limits }),
        ...grinHandlers(grin),
        ...sessionHandlers(sessionList),
      },
      limits,
    ),
    ...marketHandlers(parts),
    ...supportHandlers(tickets, limits),
    ...solvencyHandlers(solvency),
  };
}
