import { useSelector } from '@xstate/react';
import type { Pair, Side } from '../../domain/market.ts';
import { provideOrderLadder } from '../../machines/orderForm/orderForm.actors.ts';
import { mayCheckAgain, selectLadderStage } from '../../machines/orderForm/orderLadder.machine.ts';
import { MOST, type TypedLadder } from '../../machines/orderForm/orderLadder.rules.ts';
import { isSignedIn } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';
import type { OrderForm } from './useOrderForm.ts';

/** The ladder of one dialog (LADDER-01). */
export function useLadder({ settings }: Pick<OrderForm, 'settings'>, pair: Pair, side: Side) {
  const { session, now, newIdempotencyKey } = useApp();
  const decimalComma = useDecimalComma();
  const ref = useScreenActor(provideOrderLadder, { input: { pair: pair.symbol, side } });
  const isSignedInNow = useSelector(session, isSignedIn);
  return {
    stage: useSelector(ref, selectLadderStage),
    fault: useSelector(ref, ({ context }) => context.fault),
    rungs: useSelector(ref, ({ context }) => context.rungs),
    results: useSelector(ref, ({ context }) => context.results),
    isStopped: useSelector(ref, ({ context }) => context.isStopped),
    failure: useSelector(ref, ({ context }) => context.failure),
    mayCheckAgain: useSelector(ref, mayCheckAgain),
    submit: (typed: TypedLadder) => {
      const idempotencyKeys = Array.from({ length: MOST }, newIdempotencyKey);
      const rules = { isSignedIn: isSignedInNow, settings, decimalComma };
      ref.send({ type: 'user.submit', press: { typed, ...rules, idempotencyKeys, now: now() } });
    },
    confirm: () => ref.send({ type: 'user.confirm', now: now() }),
    send: ref.send,
  };
}
