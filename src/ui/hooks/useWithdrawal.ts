import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import type { Broadcast, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import type { DraftFaults, TypedWithdrawal, WithdrawalDraft } from '../../domain/withdrawalDraft.ts';
import {
  canResume,
  canSendAgain,
  isAnotherRunning,
  isGrinRunning,
  isOutcomeUnknown,
  isPastWindow,
  selectBroadcast,
  selectConfirmedFee,
  selectDraft,
  selectFacts,
  selectFactsFailure,
  selectFailure,
  selectFaults,
  selectReceipt,
  selectReplyFault,
  selectStep,
  selectTyped,
  selectView,
  type WithdrawalFacts,
  type WithdrawalView,
} from '../../machines/withdrawal/index.ts';
import { useApp } from './app.tsx';
import { useDecimalComma } from './useDecimalComma.ts';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useScreenActor } from './useScreenActor.ts';

export interface Withdrawing {
  readonly ticker: string;
  readonly view: WithdrawalView;
  /** 2 to 5 (spec 2 §2.4). */
  readonly step: 2 | 3 | 4 | 5;
  /** Null until coin, balance and refund address are known. */
  readonly facts: WithdrawalFacts | null;
  readonly factsFailure: Failure | null;
  /** The form as it was left. */
  readonly typed: TypedWithdrawal;
  readonly faults: DraftFaults;
  /** What was confirmed; null after a reload. */
  readonly draft: WithdrawalDraft | null;
  /** The fee that was confirmed. */
  readonly confirmedFee: DecimalText | null;
  readonly receipt: WithdrawalReceipt | null;
  readonly failure: Failure | null;
  readonly replyFault: SlatepackFault | null;
  readonly broadcast: Broadcast | null;
  /** A GRIN withdrawal waits for its reply and can be gone on with. */
  readonly canResume: boolean;
  /** Another one than the one that is to be confirmed. */
  readonly isAnotherRunning: boolean;
  readonly canSendAgain: boolean;
  readonly isPastWindow: boolean;
  readonly edit: () => void;
  readonly proceed: (typed: TypedWithdrawal) => void;
  readonly confirm: () => void;
  readonly back: () => void;
  readonly backToEdit: () => void;
  readonly editReply: () => void;
  readonly finalize: (privateReply: string) => void;
  readonly resume: () => void;
  readonly tryAgain: () => void;
  readonly sendAgain: () => void;
  readonly checkAgain: () => void;
  readonly leave: () => void;
  readonly retry: () => void;
}

/** The wizard of one coin. Give the component the coin as its key. */
export function useWithdrawal(ticker: string): Withdrawing {
  const { logic, withdrawals, outcomes } = useApp();
  const decimalComma = useDecimalComma();
  // Looked up once: what is kept later is this very withdrawal.
  const [kept] = useState(() => withdrawals.recall(ticker));
  const ref = useScreenActor(logic.withdrawal, { input: { ticker, kept } });
  useLeaveWarning(useSelector(ref, isGrinRunning));
  const isUnknown = useSelector(ref, isOutcomeUnknown);
  useEffect(() => outcomes.showWithdrawal(ticker, isUnknown), [outcomes, ticker, isUnknown]);
  const facts = useSelector(ref, selectFacts);
  return {
    ticker,
    view: useSelector(ref, selectView),
    step: useSelector(ref, selectStep),
    facts,
    factsFailure: useSelector(ref, selectFactsFailure),
    typed: useSelector(ref, selectTyped),
    faults: useSelector(ref, selectFaults),
    draft: useSelector(ref, selectDraft),
    confirmedFee: useSelector(ref, selectConfirmedFee),
    receipt: useSelector(ref, selectReceipt),
    failure: useSelector(ref, selectFailure),
    replyFault: useSelector(ref, selectReplyFault),
    broadcast: useSelector(ref, selectBroadcast),
    canResume: useSelector(ref, canResume),
    isAnotherRunning: useSelector(ref, isAnotherRunning),
    canSendAgain: useSelector(ref, canSendAgain),
    isPastWindow: useSelector(ref, isPastWindow),
    edit: () => ref.send({ type: 'user.edit' }),
    proceed: (typed) => ref.send({ type: 'user.continue', typed, decimalComma }),
    confirm: () => {
      const shownFee = facts?.fee ?? null;
      const intent = withdrawals.newIntent();
      ref.send({ type: 'user.confirm', intent, ...(shownFee === null ? {} : { shownFee }) });
    },
    back: () => ref.send({ type: 'user.back' }),
    backToEdit: () => ref.send({ type: 'user.backToEdit' }),
    editReply: () => ref.send({ type: 'user.editReply' }),
    finalize: (privateReply) =>
      ref.send({ type: 'user.finalize', press: { privateReply, intent: withdrawals.newIntent() } }),
    resume: () => ref.send({ type: 'user.resume' }),
    tryAgain: () => ref.send({ type: 'user.tryAgain' }),
    sendAgain: () => ref.send({ type: 'user.sendAgain' }),
    checkAgain: () => ref.send({ type: 'user.checkAgain' }),
    leave: () => ref.send({ type: 'user.leave' }),
    retry: () => ref.send({ type: 'user.retry' }),
  };
}
