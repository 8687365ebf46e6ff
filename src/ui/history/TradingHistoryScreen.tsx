import { useTranslation } from 'react-i18next';
import { feePercent } from '../../domain/feePercent.ts';
import { DASH, formatAmount, formatPrice, formatVolume, quoteDigits } from '../../domain/format.ts';
import { summariseTrades, tradeRole, tradeTotal } from '../../domain/history/trades.ts';
import type { Execution } from '../../domain/order.ts';
import { parsePair } from '../../domain/market.ts';
import { Moment, PairAndId, SideBadge, PerUser } from './cells.tsx';
import type { Column, SummaryItem } from './column.ts';
import { ExactFigure } from './FullValue.tsx';
import { HistoryFrame } from './HistoryFrame.tsx';
import { SummedCoins } from './SummedCoins.tsx';
import { useHistory } from './useHistory.ts';
import cells from './Cells.module.css';

const baseOf = ({ pair }: Execution): string => parsePair(pair)?.base ?? '';
const quoteOf = ({ pair }: Execution): string => parsePair(pair)?.quote ?? '';

const COLUMNS: readonly Column<Execution>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  { name: 'pair', cell: ({ pair, id }) => <PairAndId pair={pair} id={id} of="tradeId" /> },
  { name: 'type', cell: ({ side }) => <SideBadge side={side} /> },
  { name: 'side', cell: (trade) => <Role trade={trade} /> },
  {
    name: 'price',
    isFigure: true,
    cell: (trade) => (
      <ExactFigure
        shown={formatPrice(trade.price, quoteDigits(quoteOf(trade)))}
        exact={trade.price}
        unit={quoteOf(trade)}
      />
    ),
  },
  {
    name: 'amount',
    isFigure: true,
    cell: (trade) => (
      <ExactFigure
        shown={formatAmount(trade.quantity, baseOf(trade))}
        exact={trade.quantity}
        unit={baseOf(trade)}
      />
    ),
  },
  {
    name: 'total',
    isFigure: true,
    cell: (trade) => (
      <ExactFigure
        shown={formatAmount(tradeTotal(trade), quoteOf(trade))}
        exact={tradeTotal(trade)}
        unit={quoteOf(trade)}
      />
    ),
  },
  { name: 'fee', isFigure: true, cell: (trade) => <Fee trade={trade} /> },
];

/** All of the user's executed trades (HISTORY-08). */
export function TradingHistoryScreen() {
  return (
    <PerUser>
      <TradingHistory />
    </PerUser>
  );
}

function TradingHistory() {
  const state = useHistory('trades');
  const { t } = useTranslation('history');
  const { count, buy, sell, volume, omitted } = summariseTrades(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'total', value: count },
    { name: 'buy', value: buy },
    { name: 'sell', value: sell },
    {
      name: 'volume',
      value: (
        <>
          <SummedCoins sums={volume} format={formatVolume} />
          {omitted > 0 && <span className={cells.minor}>{t('withoutTotal', { count: omitted })}</span>}
        </>
      ),
    },
  ];
  return <HistoryFrame list="trades" state={state} columns={COLUMNS} summary={summary} />;
}

function Role({ trade }: { readonly trade: Execution }) {
  const { t } = useTranslation('history');
  const role = tradeRole(trade);
  return (
    <span className={cells.stack}>
      <span>{role === null ? DASH : t(`role.${role}`)}</span>
      <span className={cells.minor}>{t(`kind.${trade.kind}`)}</span>
    </span>
  );
}

function Fee({ trade }: { readonly trade: Execution }) {
  const { t } = useTranslation('history');
  const { fee, feeCurrency } = trade;
  const percent = feePercent(trade);
  return (
    <span className={cells.stack}>
      <ExactFigure shown={formatAmount(fee, feeCurrency ?? '')} exact={fee} unit={feeCurrency ?? ''} />
      {percent !== null && <span className={cells.minor}>{t('feePercent', { percent })}</span>}
    </span>
  );
}
