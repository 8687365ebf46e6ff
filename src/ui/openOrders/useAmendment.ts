import { useSelector } from '@xstate/react';
import { isAmendable } from '../../domain/amendment.ts';
import type { Order } from '../../domain/order.ts';
import {
  isAmending,
  selectAmendmentStage,
  type TypedAmendment,
} from '../../machines/orderAmendment/orderAmendment.machine.ts';
import { provideOrderAmendment } from '../../machines/orderAmendment/orderAmendment.actors.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useRead } from '../kit/useRead.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** The amendment of one of the shown orders at a time (AMEND-06). */
export function useAmendment() {
  const { newIdempotencyKey } = useApp();
  const offered = useCapabilities();
  const decimalComma = useDecimalComma();
  const ref = useScreenActor(provideOrderAmendment, {});
  const order = useSelector(ref, ({ context }) => context.order);
  const settings = useRead('pairSettings', order === null ? null : { pair: order.pair });
  return {
    isOffered: (shown: Order) => isAmendable(shown, offered),
    /** A repetition is carried out once at most (LOST-05). */
    isSentOnce: offered.idempotencyKeys,
    isOpen: useSelector(ref, isAmending),
    stage: useSelector(ref, selectAmendmentStage),
    order,
    settings: settings.data,
    fault: useSelector(ref, ({ context }) => context.fault),
    failure: useSelector(ref, ({ context }) => context.failure),
    /** @param privateCode of the second factor, where the server asked for it. */
    submit: (typed: TypedAmendment, privateCode?: string) => {
      const code = privateCode === undefined ? {} : { privateCode };
      const press = { ...typed, settings: settings.data, decimalComma, ...code };
      ref.send({ type: 'user.submit', press: { ...press, idempotencyKey: newIdempotencyKey() } });
    },
    send: ref.send,
  };
}

export type AmendmentFlow = ReturnType<typeof useAmendment>;
