import { createActor } from 'xstate';
import {
  type WithdrawalContext,
  withdrawalMachine,
} from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import type { SendingWithdrawal } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import type { Withdrawing } from '../../../src/ui/withdrawal/useWithdrawal.ts';

const { context: EMPTY } = createActor(withdrawalMachine, {
  input: { ticker: 'BTC', kept: null },
}).getSnapshot();

/** A GRIN withdrawal that waits for its reply. */
export const RUNNING: SendingWithdrawal = {
  ticker: 'GRIN',
  idempotencyKey: 'key-1',
  print: '',
  before: [],
  id: 'w-1',
};

/** The wizard of BTC in one of its views, with the given data. */
export const wizard = (
  view: Withdrawing['view'],
  given: Partial<WithdrawalContext> = {},
  send: Withdrawing['send'] = () => undefined,
): Withdrawing => ({ context: { ...EMPTY, ...given }, view, step: 2, send, exchange: undefined });
