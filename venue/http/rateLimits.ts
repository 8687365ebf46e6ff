import type { CallName } from '../../src/services/contract/index.ts';
import type { LimitedAction, Limits, RateLeft } from '../accounts/limits.ts';
import { type CallRequest, type HttpContext, signedIn } from './handler.ts';

/** Reads are not limited. */
const LIMITED_CALLS: Partial<Record<CallName, Extract<LimitedAction, 'order' | 'coins'>>> = {
  placeLimitOrder: 'order',
  placeMarketOrder: 'order',
  amendOrder: 'order',
  cancelOrder: 'order',
  createDepositAddress: 'coins',
  freshDepositAddress: 'coins',
  receiveGrinDeposit: 'coins',
  createWithdrawal: 'coins',
  finalizeGrinWithdrawal: 'coins',
  cancelWithdrawal: 'coins',
  setRefundAddress: 'coins',
  removeRefundAddress: 'coins',
  revokeApiKey: 'coins',
  endSession: 'coins',
  endOtherSessions: 'coins',
  nameSession: 'coins',
  switchAddressBook: 'coins',
  addBookAddress: 'coins',
  removeBookAddress: 'coins',
};

/** A program's remaining requests, in the headers of its answer (APIKEY-08). */
export function tellLeft(c: HttpContext, { limit, left, seconds }: RateLeft): void {
  c.header('x-ratelimit-limit', String(limit));
  c.header('x-ratelimit-remaining', String(left));
  c.header('x-ratelimit-reset', String(seconds));
}

type AnyHandlers = Readonly<Record<string, (request: never) => unknown>>;

export function withRateLimits<H extends AnyHandlers>(handlers: H, limits: Pick<Limits, 'spend'>): H {
  const limit = (name: string, handle: (request: never) => unknown): ((request: never) => unknown) => {
    const action = LIMITED_CALLS[name as CallName];
    if (action === undefined) return handle;
    return async (request: Pick<CallRequest, 'c' | 'session'>) => {
      const { account, apiKey } = signedIn(request);
      const left = await limits.spend({ action, account: account.id, source: null });
      if (apiKey) tellLeft(request.c, left);
      return handle(request as never);
    };
  };
  // Names, arguments and results stay the same.
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, limit(name, handle)]),
  ) as H;
}
