import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import type { WithdrawalReceipt } from '../../domain/withdrawal.ts';
import type {
  DraftFaults,
  TypedWithdrawal,
  WithdrawalDraft,
  WithdrawalFacts,
} from '../../machines/withdrawal/withdrawal.rules.ts';
import {
  canCancel,
  canResume,
  canSendAgain,
  hasMaximum,
  isAnotherRunning,
  isGrinRunning,
  isOtherThanConfirmed,
  isOutcomeUnknown,
  isPastWindow,
  selectConfirmFaults,
  selectShownFee,
  selectStep,
  selectView,
  type WithdrawalView,
} from '../../machines/withdrawal/withdrawal.machine.ts';
import {
  provideWithdrawal,
  recallForm,
  recallWithdrawal,
  withdrawalOffers,
} from '../../machines/withdrawal/withdrawal.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useLeaveWarning } from '../kit/pageState.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';
import { useWizardHistory, useWizardStep } from './useWizardHistory.ts';
import { selectFailure } from '../../machines/shared/common.ts';

export interface Withdrawing {
  readonly ticker: string;
  readonly view: WithdrawalView;
  /** 2 to 5 (WITHDRAW-01). */
  readonly step: 2 | 3 | 4 | 5;
  /** Null until coin, balance and refund address are known. */
  readonly facts: WithdrawalFacts | null;
  readonly factsFailure: Failure | null;
  /** The form as it was left. */
  readonly typed: TypedWithdrawal;
  readonly faults: DraftFaults;
  /** What is to be confirmed; null after a reload. */
  readonly draft: WithdrawalDraft | null;
  /** The fee of the confirmation. */
  readonly shownFee: DecimalText | null;
  /** Why what is to be confirmed cannot be sent, by fee and balance as they are now. */
  readonly confirmFaults: DraftFaults;
  /** There is an amount that they allow. */
  readonly hasMaximum: boolean;
  /** What was confirmed and sent; null after a reload. */
  readonly confirmed: WithdrawalDraft | null;
  /** The server says that it does something else. */
  readonly isOtherThanConfirmed: boolean;
  /** The fee that was confirmed. */
  readonly confirmedFee: DecimalText | null;
  readonly receipt: WithdrawalReceipt | null;
  readonly failure: Failure | null;
  readonly replyFault: SlatepackFault | null;
  /** A GRIN withdrawal waits for its reply, and can be resumed. */
  readonly canResume: boolean;
  /** Another one than the one that is to be confirmed. */
  readonly isAnotherRunning: boolean;
  readonly canSendAgain: boolean;
  /** The GRIN withdrawal that waits can be cancelled. */
  readonly canCancel: boolean;
  readonly isPastWindow: boolean;
  /** What stands in the box for the wallet's reply: it stays through every step, and nothing else keeps it. */
  readonly reply: string;
  readonly typeReply: (reply: string) => void;
  readonly useMaximum: () => void;
  readonly cancelWithdrawal: () => void;
  readonly edit: () => void;
  readonly proceed: (typed: TypedWithdrawal) => void;
  /** @param code the second factor; left out where none is asked for. */
  readonly confirm: (code?: string) => void;
  readonly editCode: () => void;
  readonly back: () => void;
  readonly backToEdit: () => void;
  /** @param code the second factor; left out where none is asked for. */
  readonly finalize: (code?: string) => void;
  readonly resume: () => void;
  readonly tryAgain: () => void;
  readonly sendAgain: () => void;
  readonly checkAgain: () => void;
  readonly leave: () => void;
  readonly retry: () => void;
}

/**
 * The wizard of one coin. Give the component the coin as its key.
 * @param chosen the id of the GRIN withdrawal that is to be resumed; null for none.
 */
export function useWithdrawal(ticker: string, chosen: string | null): Withdrawing {
  const app = useApp();
  const { outcomes, newIdempotencyKey } = app;
  const [reply, setReply] = useState('');
  const decimalComma = useDecimalComma();
  // Looked up once: what is kept later is this very withdrawal.
  const [kept] = useState(() => recallWithdrawal(app, ticker));
  const step = useWizardStep();
  // A visit that begins here begins with an empty form.
  const [form] = useState(() => (step === null ? null : recallForm(app, ticker)));
  const ref = useScreenActor(provideWithdrawal, {
    input: {
      ticker,
      kept,
      chosen,
      form,
      isBackAtConfirmation: step === 'confirmation',
      ...withdrawalOffers(app),
    },
  });
  const goToForm = useWizardHistory(ref);
  useLeaveWarning(useSelector(ref, isGrinRunning));
  const isUnknown = useSelector(ref, isOutcomeUnknown);
  useEffect(() => outcomes.showWithdrawal(ticker, isUnknown), [outcomes, ticker, isUnknown]);
  const facts = useSelector(ref, ({ context }) => context.facts);
  const view = useSelector(ref, selectView);
  const shownFee = useSelector(ref, selectShownFee);
  return {
    ticker,
    view,
    step: useSelector(ref, selectStep),
    facts,
    factsFailure: useSelector(ref, ({ context }) => context.factsFailure),
    typed: useSelector(ref, ({ context }) => context.typed),
    faults: useSelector(ref, ({ context }) => context.faults),
    draft: useSelector(ref, ({ context }) => context.draft),
    shownFee,
    confirmFaults: useSelector(ref, selectConfirmFaults),
    hasMaximum: useSelector(ref, hasMaximum),
    confirmed: useSelector(ref, ({ context }) => context.confirmed),
    isOtherThanConfirmed: useSelector(ref, isOtherThanConfirmed),
    confirmedFee: useSelector(ref, ({ context }) => context.confirmedFee),
    receipt: useSelector(ref, ({ context }) => context.receipt),
    failure: useSelector(ref, selectFailure),
    replyFault: useSelector(ref, ({ context }) => context.replyFault),
    canResume: useSelector(ref, canResume),
    isAnotherRunning: useSelector(ref, isAnotherRunning),
    canSendAgain: useSelector(ref, canSendAgain),
    canCancel: useSelector(ref, canCancel),
    isPastWindow: useSelector(ref, isPastWindow),
    reply,
    typeReply: (text) => {
      setReply(text);
      ref.send({ type: 'user.editReply' });
    },
    useMaximum: () => ref.send({ type: 'user.useMaximum' }),
    cancelWithdrawal: () => {
      setReply('');
      ref.send({ type: 'user.cancelWithdrawal' });
    },
    edit: () => ref.send({ type: 'user.edit' }),
    proceed: (typed) => ref.send({ type: 'user.continue', typed, decimalComma }),
    confirm: (code) =>
      ref.send({
        type: 'user.confirm',
        idempotencyKey: newIdempotencyKey(),
        ...(shownFee === null ? {} : { shownFee }),
        ...(code === undefined ? {} : { privateCode: code }),
      }),
    editCode: () => ref.send({ type: 'user.editCode' }),
    back: () => goToForm({ type: 'user.back' }),
    backToEdit: () =>
      view === 'confirming' ? goToForm({ type: 'user.backToEdit' }) : ref.send({ type: 'user.backToEdit' }),
    finalize: (code) =>
      ref.send({
        type: view === 'finalizeStillAwaited' ? 'user.finalizeAgain' : 'user.finalize',
        press: {
          privateReply: reply,
          idempotencyKey: newIdempotencyKey(),
          ...(code === undefined ? {} : { privateCode: code }),
        },
      }),
    resume: () => ref.send({ type: 'user.resume' }),
    tryAgain: () => goToForm({ type: 'user.tryAgain' }),
    sendAgain: () => ref.send({ type: 'user.sendAgain' }),
    checkAgain: () => ref.send({ type: 'user.checkAgain' }),
    leave: () => {
      // Another reply is wanted, or another withdrawal; what is being looked for keeps its own.
      if (view !== 'finalizeLooking') setReply('');
      ref.send({ type: 'user.leave' });
    },
    retry: () => ref.send({ type: 'user.retry' }),
  };
}
