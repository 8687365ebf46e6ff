import { Button } from '@mantine/core';
import { createContext, use, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../domain/order.ts';
import { AmendDialog } from './AmendDialog.tsx';
import classes from './AmendDialog.module.css';
import { useFailureText } from '../kit/useFailureText.ts';
import { type AmendmentFlow, useAmendment } from './useAmendment.ts';
import { useOrderCancellation } from './useCancellations.ts';

const FlowContext = createContext<Pick<AmendmentFlow, 'isOffered' | 'send'> | null>(null);

interface AmendingProps {
  /** As they are listed now. */
  readonly orders: readonly Order[];
  readonly children: ReactNode;
}

/** Holds the dialog beside the rows, because a row may leave the list while its answer is awaited. */
export function Amending({ orders, children }: AmendingProps) {
  const flow = useAmendment();
  return (
    <FlowContext value={flow}>
      {children}
      {flow.isOpen && flow.order && (
        <AmendDialog
          flow={flow}
          order={flow.order}
          listed={orders.find(({ id }) => id === flow.order?.id) ?? null}
        />
      )}
    </FlowContext>
  );
}

interface OrderActionsProps {
  readonly order: Order;
  /** For rows of another height. */
  readonly className?: string | undefined;
}

export function OrderActions({ order, className }: OrderActionsProps) {
  const { t } = useTranslation('trade');
  const flow = use(FlowContext);
  return (
    <span className={classes.actions}>
      {flow?.isOffered(order) && (
        <Button
          variant="default"
          size="xs"
          className={className ?? ''}
          onClick={() => flow.send({ type: 'user.begin', order })}
        >
          {t('amend.begin')}
        </Button>
      )}
      <CancelOrder order={order} className={className} />
    </span>
  );
}

function CancelOrder({ order, className }: OrderActionsProps) {
  const { t } = useTranslation('trade');
  const failureText = useFailureText();
  const { isCancelling, uncertain, held, cancel } = useOrderCancellation(order);
  // Ignores the second click of a double click: it could hit the row that has moved up.
  const press = ({ detail: clicks }: MouseEvent): void => {
    if (clicks < 2) cancel();
  };
  const words = t(isCancelling ? 'mine.cancelling' : 'mine.cancel');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={className ?? ''}
        disabled={isCancelling || held !== null}
        onClick={press}
        data-also={[t('mine.cancel'), t('mine.cancelling')].join('\n')}
      >
        <span key={words}>{words}</span>
      </Button>
      {held && (
        <span role="status" className={classes.uncertain}>
          {failureText(held)}
        </span>
      )}
      {uncertain && (
        <span role="status" className={classes.uncertain}>
          {failureText(uncertain)} {t('mine.mayBeOpen')}
        </span>
      )}
    </>
  );
}
