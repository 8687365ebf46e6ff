import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Pair, Side } from '../../domain/market.ts';
import { costFor, quantityFor } from '../../domain/orderFigures.ts';
import { fieldText } from '../../domain/typedDecimal.ts';
import { amountOf, dearestPriceOf, withTyped } from '../../machines/orderForm/orderDraft.rules.ts';
import { editDraft, type OrderForm, useWorstPrice } from './useOrderForm.ts';
import classes from './OrderForm.module.css';

/** In percent of the balance. */
const SHARES = [25, 50, 75, 100] as const;
type Share = (typeof SHARES)[number];

interface SharesProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
}

/** 25, 50, 75 and 100 % of the balance, rounded down to a valid amount (ORDER-05). */
export function Shares(props: SharesProps) {
  const { form, side } = props;
  const isAtWorst = form.draft.kind === 'market' && side === 'buy' && form.draft.isByQuantity;
  return isAtWorst ? (
    <SharesAtWorst {...props} />
  ) : (
    <ShareButtons form={form} side={side} price={dearestPriceOf(form.draft, side, form.options)} />
  );
}

/** What the balance pays for, at any price. Separate, because the best prices change often. */
function SharesAtWorst({ form, pair, side }: SharesProps) {
  return <ShareButtons form={form} side={side} price={useWorstPrice(form, pair, side)} />;
}

interface ShareButtonsProps extends Omit<SharesProps, 'pair'> {
  readonly price: DecimalText | null;
}

function ShareButtons({ form, side, price }: ShareButtonsProps) {
  const { t } = useTranslation('trade');
  const { draft, settings, available, options } = form;
  const field = amountOf(draft, side);
  const amountFor = (share: Share): string | null => {
    if (available === null || settings === null) return null;
    const most =
      field === 'cost' ? costFor(share, available) : quantityFor(side, share, available, price, settings);
    return most === null ? null : fieldText(most, options);
  };
  return (
    <div className={classes.shares} role="group" aria-label={t('form.share')}>
      {SHARES.map((share) => {
        const amount = amountFor(share);
        return (
          <Button
            key={share}
            variant="default"
            className={classes.share ?? ''}
            translate={share === 100 ? undefined : 'no'}
            disabled={amount === null}
            onClick={() => editDraft(form.ref, (one) => withTyped(one, field, amount ?? ''))}
          >
            {share === 100 ? t('form.max') : t('word.percent', { percent: share })}
          </Button>
        );
      })}
    </div>
  );
}
