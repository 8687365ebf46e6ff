import type { CallName } from '../../src/services/contract/index.ts';
import type { LimitedAction, Limits } from '../accounts/limits.ts';
import { signedIn } from './handler.ts';

/** Reads are not limited. */
const LIMITED_CALLS: Partial<Record<CallName, Extract<LimitedAction, 'order' | 'coins'>>> = {
  placeLimitOrder: 'order',
  placeMarketOrder: 'order',
  cancelOrder: 'order',
  createDepositAddress: 'coins',
  freshDepositAddress: 'coins',
  receiveGrinDeposit: 'coins',
  createWithdrawal: 'coins',
  finalizeGrinWithdrawal: 'coins',
  cancelWithdrawal: 'coins',
  setRefundAddress: 'coins',
  removeRefundAddress: 'coins',
  endSession: 'coins',
  endOtherSessions: 'coins',
  nameSession: 'coins',
  switchAddressBook: 'coins',
  addBookAddress: 'coins',
  removeBookAddress: 'coins',
};

type AnyHandlers = Readonly<Record<string, (request: never) => unknown>>;

export function withRateLimits<H extends AnyHandlers>(handlers: H, limits: Pick<Limits, 'spend'>): H {
  const limit = (name: string, handle: (request: never) => unknown): ((request: never) => unknown) => {
    const action = LIMITED_CALLS[name as CallName];
    if (action === undefined) return handle;
    return async (request: never) => {
      const { account } = signedIn(request);
      await limits.spend({ action, account: account.id, source: null });
      return handle(request);
    };
  };
  // Names, arguments and results stay the same.
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, limit(name, handle)]),
  ) as H;
}
