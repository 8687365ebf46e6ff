import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../domain/order.ts';
import { useOrderCancellation } from './useCancellations.ts';

interface Props {
  readonly order: Order;
  readonly className: string | undefined;
}

export function CancelOrder({ order, className }: Props) {
  const { t } = useTranslation('trade');
  const { isCancelling, isUnresolved, cancel } = useOrderCancellation(order);
  // Ignores the second click of a double click: it could hit the row that has moved up.
  const press = ({ detail: clicks }: MouseEvent): void => {
    if (clicks < 2) cancel();
  };
  return (
    <button type="button" className={className} disabled={isCancelling} onClick={press}>
      {t(isCancelling ? 'mine.cancelling' : isUnresolved ? 'mine.checkAgain' : 'mine.cancel')}
    </button>
  );
}
