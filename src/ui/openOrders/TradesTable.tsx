import { useTranslation } from 'react-i18next';
import { feePercent } from '../../domain/feePercent.ts';
import { DASH, formatQuantity, formatTradeAmount } from '../../domain/format.ts';
import { type PriceDigits, priceUnit } from '../../domain/satoshi.ts';
import type { Execution } from '../../domain/order.ts';
import { totalOf } from '../../domain/orderFigures.ts';
import type { Pair } from '../../domain/market.ts';
import { Grouped } from '../kit/Figure.tsx';
import lists from '../kit/DenseList.module.css';
import classes from './MyOrders.module.css';
import { FigureCell, figuresOf, ownPriceText, PairCell, SideName, TimeCell } from './OrderCells.tsx';

interface TradesTableProps {
  readonly executions: readonly Execution[];
  /** Of all pairs: each row names its own. */
  readonly isOfAll: boolean;
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
  readonly quantityDigits: number;
}

export function TradesTable(props: TradesTableProps) {
  const { executions, isOfAll, pair, digits, quantityDigits } = props;
  const { t } = useTranslation('trade');
  const { base, quote } = pair;
  if (executions.length === 0)
    return <p className={lists.note}>{t(isOfAll ? 'mine.noTradesAtAll' : 'mine.noTrades')}</p>;
  return (
    // Not Mantine's, like the table of the orders.
    <table className={`${lists.table} ${classes.table} ${classes.trades} ${lists.cards}`}>
      <caption className="visually-hidden">
        {isOfAll ? t('mine.tradesOfAll') : t('mine.tradesOf', { pair: `${base}/${quote}` })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('mine.side')}</th>
          {isOfAll && <th scope="col">{t('word.pair')}</th>}
          <th scope="col">
            {isOfAll ? t('form.price') : t('mine.price', { coin: priceUnit(quote, digits) })}
          </th>
          <th scope="col">{isOfAll ? t('form.quantity') : t('mine.quantity', { coin: base })}</th>
          <th scope="col">{isOfAll ? t('form.total') : t('mine.value', { coin: quote })}</th>
          <th scope="col" className={classes.fee}>
            {t('mine.fee')}
          </th>
          <th scope="col">{t('mine.role')}</th>
          <th scope="col" className={classes.time}>
            {t('mine.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {executions.map((execution, place) => (
          <TradeRow
            // By place, so that a new one moves none (TRADE-20). Nothing in a row is pressed.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            execution={execution}
            isOfAll={isOfAll}
            {...figuresOf(execution.pair, { pair, digits, quantityDigits })}
          />
        ))}
      </tbody>
    </table>
  );
}

interface TradeRowProps {
  readonly execution: Execution;
  readonly isOfAll: boolean;
  readonly pair: Pair;
  readonly digits: PriceDigits;
  readonly quantityDigits: number;
}

function TradeRow({ execution, isOfAll, pair: { base, quote }, digits, quantityDigits }: TradeRowProps) {
  const { t } = useTranslation('trade');
  const { side, price, quantity, value, isMaker, createdAt } = execution;
  const fee = useFeeText(execution);
  return (
    <tr>
      <td className={classes.lead}>
        <SideName side={side} />
      </td>
      {isOfAll && <PairCell base={base} quote={quote} />}
      <FigureCell
        label={t('mine.price', { coin: priceUnit(quote, digits) })}
        text={ownPriceText(price, digits, isOfAll)}
      />
      <FigureCell
        label={t('mine.quantity', { coin: base })}
        text={formatQuantity(quantity, quantityDigits)}
      />
      <FigureCell
        label={t('mine.value', { coin: quote })}
        text={formatTradeAmount(value ?? totalOf(price, quantity))}
      />
      <FigureCell label={t('mine.fee')} text={fee}>
        <Grouped text={fee} />
      </FigureCell>
      <td data-label={t('mine.role')}>
        {isMaker === null ? DASH : t(isMaker ? 'mine.maker' : 'mine.taker')}
      </td>
      <TimeCell time={createdAt} />
    </tr>
  );
}

function useFeeText(execution: Execution): string {
  const { t } = useTranslation('trade');
  const { fee: amount, feeCurrency } = execution;
  const coin = feeCurrency ?? '';
  const percent = feePercent(execution);
  if (amount === null) return DASH;
  return percent === null
    ? t('form.amount', { amount, coin })
    : t('mine.feeAtRate', { amount, coin, percent });
}
