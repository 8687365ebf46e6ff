import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import {
  type OrderFault,
  type TypedOrder,
  type MarketFacts,
  isBusy,
  selectFault,
  selectPhase,
  selectSending,
  selectSettings,
  selectSettingsFailure,
  type OrderFormPhase,
  type DraftStore,
  orderFormsOf,
} from '../../machines/orderForm/index.ts';
import type { NewOrder } from '../../domain/order.ts';
import { isSignedIn, selectUserId } from '../../machines/session/index.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { selectFailure } from '../../machines/shared/index.ts';

export interface OrderFormActor {
  readonly draft: DraftStore;
  readonly phase: OrderFormPhase;
  readonly isBusy: boolean;
  readonly settings: PairSettings | null;
  readonly settingsFailure: Failure | null;
  readonly fault: OrderFault | null;
  /** The server's refusal, or the failure of the call. */
  readonly failure: Failure | null;
  /** The order being confirmed, sent or looked for. */
  readonly order: NewOrder | null;
  readonly submit: (
    typed: TypedOrder,
    facts: MarketFacts,
    askAbove: DecimalText | null,
    privateCode?: string,
  ) => void;
  readonly edit: () => void;
  readonly confirm: () => void;
  readonly decline: () => void;
  readonly retry: () => void;
  readonly sendAgain: () => void;
  readonly checkAgain: () => void;
  readonly leave: () => void;
}

/** One side's order form of a pair. It keeps running behind other screens while an answer is awaited. */
export function useOrderFormActor(pair: string, side: Side): OrderFormActor {
  const app = useApp();
  const { session, now, newIdempotencyKey } = app;
  const decimalComma = useDecimalComma();
  const isSignedInNow = useSelector(session, isSignedIn);
  const { ref, draft, watch } = orderFormsOf(app).of(pair, side, useSelector(session, selectUserId));
  useEffect(() => watch(), [watch]);
  return {
    draft,
    phase: useSelector(ref, selectPhase),
    isBusy: useSelector(ref, isBusy),
    settings: useSelector(ref, selectSettings),
    settingsFailure: useSelector(ref, selectSettingsFailure),
    fault: useSelector(ref, selectFault),
    failure: useSelector(ref, selectFailure),
    order: useSelector(ref, selectSending)?.order ?? null,
    submit: (typed, facts, askAbove, privateCode) =>
      ref.send({
        type: 'user.submit',
        press: {
          typed,
          facts,
          decimalComma,
          isSignedIn: isSignedInNow,
          idempotencyKey: newIdempotencyKey(),
          now: now(),
          ...(askAbove !== null && { askAbove }),
          ...(privateCode !== undefined && { privateCode }),
        },
      }),
    edit: () => ref.send({ type: 'user.edit' }),
    confirm: () => ref.send({ type: 'user.confirm' }),
    decline: () => ref.send({ type: 'user.decline' }),
    retry: () => ref.send({ type: 'user.retry' }),
    sendAgain: () => ref.send({ type: 'user.sendAgain' }),
    checkAgain: () => ref.send({ type: 'user.checkAgain' }),
    leave: () => ref.send({ type: 'user.leave' }),
  };
}
