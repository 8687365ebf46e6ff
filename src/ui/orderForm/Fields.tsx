import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { DASH } from '../../domain/format.ts';
import type { Side, Pair } from '../../domain/market.ts';
import { SAT, toSat } from '../../domain/satoshi.ts';
import { totalOf } from '../../domain/orderFigures.ts';
import {
  amountOf,
  type DraftField,
  isPrice,
  priceOf,
  quantityOf,
  steppedPrice,
  withTidied,
  withTotal,
  withTotalDone,
  withTyped,
} from '../../machines/orderForm/orderDraft.rules.ts';
import type { OrderFault } from '../../machines/orderForm/orderEntry.rules.ts';
import { expectedFill } from '../../machines/orderForm/orderWarnings.rules.ts';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import {
  bestPrices,
  changeDraft,
  editDraft,
  orderAt,
  type OrderForm,
  useFault,
  useWorstPrice,
} from './useOrderForm.ts';
import { AmountField } from './AmountField.tsx';
import { Grouped } from '../kit/Figure.tsx';
import classes from './OrderForm.module.css';

interface FieldsProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
}

/** A market order has one amount: what it spends, buys or sells. */
export function Fields({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const { base, quote } = pair;
  const { ref, draft, settings, options, offers } = form;
  const unit = draft.isSat === true ? SAT : quote;
  const amount = amountOf(draft, side);
  const total = totalOf(priceOf(draft, options), quantityOf(draft, settings, options));
  const faultOf = useFaultText(form, pair, side);
  // The same functions at every key, so that only the field that is typed in is drawn again.
  const onType = useCallback(
    (text: string, field: DraftField = 'price') =>
      editDraft(ref, (one) => {
        const typed = withTyped(one, field, text);
        return field === 'price' ? withTotal(typed, one.total, settings, options) : typed;
      }),
    [ref, settings, options],
  );
  const onLeave = useCallback(
    (field: DraftField = 'price') => changeDraft(ref, (one) => withTidied(one, field, settings, options)),
    [ref, settings, options],
  );
  const stepPrice = (direction: 'up' | 'down'): void => {
    const next = steppedPrice(ref.getSnapshot().context.draft, direction, settings, options);
    if (next !== null) onType(next);
  };
  const bind = (field: DraftField) => ({
    field,
    value: draft[field],
    error: faultOf(field === 'cost' ? 'quantity' : field),
    onType,
    onLeave,
  });
  return (
    <>
      {draft.isStop && <AmountField label={t('form.stopPrice')} coin={unit} {...bind('stop')} />}
      {draft.isTrailing && <AmountField label={t('form.trailBy')} coin="%" {...bind('trail')} />}
      {draft.kind === 'limit' && (
        <AmountField
          label={t(draft.isOco ? 'form.takeProfit' : 'form.price')}
          coin={unit}
          {...bind('price')}
          onStep={offers.comforts ? stepPrice : undefined}
        />
      )}
      {draft.isOco && (
        <>
          <AmountField label={t('form.stopPrice')} coin={unit} {...bind('stop')} />
          <AmountField
            label={t('form.stopLimitPrice')}
            coin={unit}
            {...bind('stopLimit')}
            hint={side === 'sell' ? t('form.market') : undefined}
          />
        </>
      )}
      {draft.kind === 'market' && offers.protection && !draft.isStop && !draft.isTrailing && (
        <WorstPrice form={form} pair={pair} side={side} />
      )}
      {amount === 'quantity' && <AmountField label={t('form.quantity')} coin={base} {...bind('quantity')} />}
      {draft.isIceberg && <AmountField label={t('form.displayQuantity')} coin={base} {...bind('display')} />}
      {amount === 'cost' && <AmountField label={t('form.total')} coin={quote} {...bind('cost')} />}
      {draft.kind === 'market' && side === 'buy' && amount === 'quantity' && (
        <HighestTotal form={form} pair={pair} side={side} />
      )}
      {draft.kind === 'limit' && !offers.comforts && !draft.isOco && (
        <AmountField label={t('form.total')} coin={quote} value={total ?? DASH} />
      )}
      {draft.kind === 'limit' && offers.comforts && !draft.isOco && (
        <AmountField
          label={t('form.total')}
          coin={quote}
          value={draft.total ?? total ?? ''}
          onType={(text) => editDraft(ref, (one) => withTotal(one, text, settings, options))}
          onLeave={() => changeDraft(ref, withTotalDone)}
        />
      )}
    </>
  );
}

interface AvailableProps {
  readonly available: DecimalText | null;
  readonly coin: string;
}

export function Available({ available, coin }: AvailableProps) {
  const { t } = useTranslation('trade');
  return <Line label={t('form.available')} amount={available} coin={coin} />;
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
  const worst = useWorstPrice(form, pair, side);
  const isSat = form.draft.isSat === true;
  return (
    <AmountField
      label={t(`form.worst.${side}`)}
      coin={isSat ? SAT : pair.quote}
      value={isSat ? toSat(worst ?? DASH) : (worst ?? DASH)}
    />
  );
}

/** The maximum cost of a market buy by quantity (TYPE-10). */
function HighestTotal({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const { draft, settings, options } = form;
  const total = totalOf(useWorstPrice(form, pair, side), quantityOf(draft, settings, options));
  return <AmountField label={t('form.totalAtMost')} coin={pair.quote} value={total ?? DASH} />;
}

/** The fee and what arrives before the press (ORDER-16). */
export function Expected({ form, pair, side }: FieldsProps) {
  const { t } = useTranslation('trade');
  const { settings, available } = form;
  const facts = { ...bestPrices(useBookTop(pair.symbol)), available };
  const order = orderAt(form, facts);
  const expected = order && settings && expectedFill(order, settings, facts);
  const coin = side === 'buy' ? pair.base : pair.quote;
  const percent = expected?.percent ?? settings?.takerFeePercent ?? DASH;
  return (
    <>
      <Line label={t('form.fee', { percent })} amount={expected?.fee ?? null} coin={coin} />
      <Line label={t('form.arrives')} amount={expected?.arrives ?? null} coin={coin} />
    </>
  );
}

export function useFaultText(form: OrderForm, { base }: Pair, side: Side) {
  const { t } = useTranslation('trade');
  const fault = useFault(form, side);
  return (place: OrderFault['field']): string | undefined => {
    if (fault?.field !== place) return undefined;
    const isInSat = form.draft.isSat === true && isPrice(fault.field);
    const values = Object.entries(fault.values ?? {}).map(
      ([name, text]) => [name, isInSat ? `${toSat(text)} ${SAT}` : text] as const,
    );
    const words = t(`form.fault.${fault.code}`, { ...Object.fromEntries(values), base });
    return fault.typed === undefined ? words : t(`form.typed.${fault.typed}`, { fault: words });
  };
}
