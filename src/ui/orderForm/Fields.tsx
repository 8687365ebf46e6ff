import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { DASH } from '../../domain/format.ts';
import type { Side, Pair } from '../../domain/market.ts';
import type { DraftField } from '../../machines/orderForm/orderDraft.rules.ts';
import type { OrderFault } from '../../machines/orderForm/orderEntry.rules.ts';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import { bestPrices, type OrderForm } from './useOrderForm.ts';
import { AmountField } from './AmountField.tsx';
import { Grouped } from '../kit/Figure.tsx';
import classes from './OrderForm.module.css';

interface FieldsProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
}

/** A market order has one amount: what it spends or sells. */
export function Fields({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const { base, quote } = pair;
  const { kind, amount, text, type, tidy } = form;
  const faultOf = useFaultText(form, pair);
  // The same functions at every key, so that only the field that is typed in is drawn again.
  const onType = useCallback(
    (typed: string, field?: DraftField) => {
      if (field) type(field, typed);
    },
    [type],
  );
  const onLeave = useCallback(
    (field?: DraftField) => {
      if (field) tidy(field);
    },
    [tidy],
  );
  const bind = (field: DraftField) => ({
    field,
    value: text[field],
    error: faultOf(field === 'cost' ? 'quantity' : field),
    onType,
    onLeave,
  });
  return (
    <>
      {form.isStop && <AmountField label={t('form.stopPrice')} coin={quote} {...bind('stop')} />}
      {kind === 'limit' && (
        <AmountField
          label={t('form.price')}
          coin={quote}
          {...bind('price')}
          onStep={form.offers.comforts ? form.stepPrice : undefined}
        />
      )}
      {kind === 'market' && form.offers.protection && !form.isStop && (
        <WorstPrice form={form} pair={pair} side={side} />
      )}
      {amount === 'quantity' && <AmountField label={t('form.quantity')} coin={base} {...bind('quantity')} />}
      {amount === 'cost' && <AmountField label={t('form.total')} coin={quote} {...bind('cost')} />}
      {kind === 'limit' && !form.offers.comforts && (
        <AmountField label={t('form.total')} coin={quote} value={form.total ?? DASH} />
      )}
      {kind === 'limit' && form.offers.comforts && (
        <AmountField
          label={t('form.total')}
          coin={quote}
          value={text.total ?? form.total ?? ''}
          onType={form.typeTotal}
          onLeave={form.leaveTotal}
        />
      )}
    </>
  );
}

export function Available({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const coin = side === 'buy' ? pair.quote : pair.base;
  return <Line label={t('form.available')} amount={form.available} coin={coin} />;
}

interface LineProps {
  readonly label: string;
  /** Null where it is not known. */
  readonly amount: DecimalText | null;
  readonly coin: string;
}

function Line({ label, amount, coin }: LineProps) {
  const { t } = useTranslation('trade');
  const text = amount === null ? DASH : t('form.amount', { amount, coin });
  return (
    <p className={classes.figure}>
      <span>{label}</span>
      <span key={text} title={text} translate="no">
        <Grouped text={text} />
      </span>
    </p>
  );
}

/** A component of its own, because the best prices change up to ten times a second (TYPE-05). */
function WorstPrice({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const worst = form.protectionAt(bestPrices(useBookTop(pair.symbol)));
  return <AmountField label={t(`form.worst.${side}`)} coin={pair.quote} value={worst ?? DASH} />;
}

/** The fee and what arrives before the press (ORDER-16). */
export function Expected({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const expected = form.expectedAt({ ...bestPrices(useBookTop(pair.symbol)), available: form.available });
  const coin = side === 'buy' ? pair.base : pair.quote;
  const percent = expected?.percent ?? form.settings?.takerFeePercent ?? DASH;
  return (
    <>
      <Line label={t('form.fee', { percent })} amount={expected?.fee ?? null} coin={coin} />
      <Line label={t('form.arrives')} amount={expected?.arrives ?? null} coin={coin} />
    </>
  );
}

export function useFaultText(form: OrderForm, { base }: Pair) {
  const { t } = useTranslation('trade');
  return (place: OrderFault['field']): string | undefined => {
    const { fault } = form;
    if (fault?.field !== place) return undefined;
    const words = t(`form.fault.${fault.code}`, { ...fault.values, base });
    return fault.typed === undefined ? words : t(`form.typed.${fault.typed}`, { fault: words });
  };
}
