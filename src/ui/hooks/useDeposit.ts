import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { Coin } from '../../domain/coin.ts';
import type { DepositAddress } from '../../domain/deposit.ts';
import {
  depositView,
  selectAddress,
  selectCoin,
  selectProblem,
  type DepositProblem,
  type DepositView,
  depositsOf,
} from '../../machines/deposit/index.ts';
import { selectUserId } from '../../machines/session/index.ts';
import { useApp } from './app.tsx';
import { useEmitted } from './useEmitted.ts';

export interface Deposit {
  readonly view: DepositView;
  /** Null until the gates are passed. */
  readonly coin: Coin | null;
  readonly address: DepositAddress | null;
  readonly problem: DepositProblem | null;
  readonly reload: () => void;
  readonly retry: () => void;
}

/** One visit of a coin's deposit page: the address is asked for once, however often the page is rendered. */
export function useDeposit(symbol: string): Deposit {
  const app = useApp();
  const { session } = app;
  const deposits = depositsOf(app);
  const { ref, watch } = deposits.of(symbol, useSelector(session, selectUserId));
  // Before the visit begins: it may lead away at once.
  useEmitted(ref);
  useEffect(() => watch(), [watch]);
  return {
    view: useSelector(ref, depositView),
    coin: useSelector(ref, selectCoin),
    address: useSelector(ref, selectAddress),
    problem: useSelector(ref, selectProblem),
    reload: () => ref.send({ type: 'user.reload' }),
    retry: () => ref.send({ type: 'user.retry' }),
  };
}
