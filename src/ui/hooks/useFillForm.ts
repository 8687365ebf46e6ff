import { useSelector } from '@xstate/react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Side } from '../../domain/market.ts';
import { filledDraft } from '../../domain/orderDraft.ts';
import { selectUserId } from '../../machines/session/index.ts';
import { useApp } from './app.tsx';
import { orderFormsOf } from '../../machines/orderForm/index.ts';

/** Fills one side's form of the pair with a price and a quantity, as a click in the book does (BOOK-04). */
export function useFillForm(pair: string): (side: Side, price: DecimalText, quantity: DecimalText) => void {
  const app = useApp();
  const { session } = app;
  const orderForms = orderFormsOf(app);
  const userId = useSelector(session, selectUserId);
  return (side, price, quantity) => {
    const { draft, ref } = orderForms.of(pair, side, userId);
    draft.change(() => filledDraft(price, quantity));
    // A form that nobody shows yet has nothing to withdraw.
    if (ref.getSnapshot().status === 'active') ref.send({ type: 'user.edit' });
  };
}
