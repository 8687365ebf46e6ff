import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import {
  isGrinRunning,
  selectStep,
  selectView,
  type WithdrawalContext,
  type WithdrawalEvent,
  type WithdrawalView,
} from '../../machines/withdrawal/withdrawal.machine.ts';
import {
  provideWithdrawal,
  recallForm,
  recallWithdrawal,
  withdrawalOffers,
} from '../../machines/withdrawal/withdrawal.actors.ts';
import {
  isReplyUnknown,
  selectExchangeView,
  type SlatepackExchangeRef,
} from '../../machines/withdrawal/slatepackExchange.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useLeaveWarning } from '../kit/pageState.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';
import { useWizardHistory, useWizardStep } from './useWizardHistory.ts';

/** The wizard as its steps see it: they show what its chart knows, and send it what the user does. */
export interface Withdrawing {
  readonly context: WithdrawalContext;
  readonly view: WithdrawalView;
  /** 2 to 5 (WITHDRAW-01). */
  readonly step: 2 | 3 | 4 | 5;
  readonly send: (event: WithdrawalEvent) => void;
  /** While a GRIN withdrawal waits for its reply. */
  readonly exchange: SlatepackExchangeRef | undefined;
}

/**
 * The wizard of one coin. Give the component the coin as its key.
 * @param chosen the id of the GRIN withdrawal that is to be resumed; null for none.
 */
export function useWithdrawal(ticker: string, chosen: string | null): Withdrawing {
  const app = useApp();
  const { outcomes } = app;
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
  useLeaveWarning(useSelector(ref, isGrinRunning));
  const exchange = useSelector(ref, ({ children }) => children.exchange);
  const isUnread = useSelector(exchange, (snapshot) => snapshot !== undefined && isReplyUnknown(snapshot));
  const isUnknown = useSelector(ref, (snapshot) => snapshot.hasTag('unknown')) || isUnread;
  // Other screens learn of it while this one is open.
  useEffect(() => outcomes.showWithdrawal(ticker, isUnknown), [outcomes, ticker, isUnknown]);
  return {
    context: useSelector(ref, ({ context }) => context),
    view: useSelector(ref, selectView),
    step: useSelector(ref, selectStep),
    send: useWizardHistory(ref),
    exchange,
  };
}

/** The exchange of slatepacks as its step sees it. */
export const useExchange = (exchange: SlatepackExchangeRef) => ({
  context: useSelector(exchange, ({ context }) => context),
  view: useSelector(exchange, selectExchangeView),
});
