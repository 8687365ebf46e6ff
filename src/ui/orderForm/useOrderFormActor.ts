import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { OrderFault, TypedOrder } from '../../machines/orderForm/orderEntry.rules.ts';
import type { MarketFacts } from '../../machines/orderForm/orderWarnings.rules.ts';
import { isBusy, selectPhase, type OrderFormPhase } from '../../machines/orderForm/orderForm.machine.ts';
import type { DraftStore } from '../../machines/orderForm/orderForms.ts';
import { orderFormsOf } from '../../machines/orderForm/orderForm.actors.ts';
import type { NewOrder } from '../../domain/order.ts';
import { isSignedIn, selectUserId } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { selectFailure } from '../../machines/shared/common.ts';

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
    settings: useSelector(ref, ({ context }) => context.settings),
    settingsFailure: useSelector(ref, ({ context }) => context.settingsFailure),
    fault: useSelector(ref, ({ context }) => context.fault),
    failure: useSelector(ref, selectFailure),
    order: useSelector(ref, ({ context }) => context.sending?.order ?? null),
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
