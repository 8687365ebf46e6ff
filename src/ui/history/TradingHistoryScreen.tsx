import { useTranslation } from 'react-i18next';
import { feePercent } from '../../domain/feePercent.ts';
import { DASH, formatAmount, formatPrice, formatVolume, quoteDigits } from '../../domain/format.ts';
import { fillsOf, summariseTrades, tradeRole, tradeTotal } from '../../domain/history/trades.ts';
import type { Execution } from '../../domain/order.ts';
import { parsePair } from '../../domain/market.ts';
import { Moment, PairAndId, SideBadge, PerUser } from './cells.tsx';
import type { Column, SummaryItem } from './column.ts';
import { ExactFigure } from './FullValue.tsx';
import { HistoryFrame } from './HistoryFrame.tsx';
import { Results } from './Results.tsx';
import { SummedCoins } from './SummedCoins.tsx';
import { useHistory } from './useHistory.ts';
import cells from './Cells.module.css';

const baseOf = ({ pair }: Execution): string => parsePair(pair)?.base ?? '';
const quoteOf = ({ pair }: Execution): string => parsePair(pair)?.quote ?? '';

const COLUMNS: readonly Column<Execution>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  {
    name: 'pair',
    cell: (trade) => <PairAndId {...trade} of={fillsOf(trade).length > 0 ? 'orderId' : 'tradeId'} />,
  },
  { name: 'type', cell: ({ side }) => <SideBadge side={side} /> },
  { name: 'side', cell: (trade) => <Role trade={trade} /> },
  { name: 'price', isFigure: true, cell: (trade) => <Price trade={trade} /> },
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
  return (
    <HistoryFrame list="trades" state={state} columns={COLUMNS} summary={summary} partsOf={fillsOf}>
      <Results />
    </HistoryFrame>
  );
}

/** Of several trades the average. */
function Price({ trade }: { readonly trade: Execution }) {
  const { t } = useTranslation('history');
  const quote = quoteOf(trade);
  const isAverage = fillsOf(trade).length > 0;
  const shown = isAverage ? (trade.price ?? '') : formatPrice(trade.price, quoteDigits(quote));
  return (
    <span className={cells.stack}>
      <ExactFigure shown={shown} exact={trade.price} unit={quote} />
      {isAverage && <span className={cells.minor}>{t('column.average')}</span>}
    </span>
  );
}

function Role({ trade }: { readonly trade: Execution }) {
  const { t } = useTranslation('history');
  const roles = new Set([trade, ...fillsOf(trade)].map(tradeRole));
  const role = roles.has('maker') && roles.has('taker') ? 'both' : tradeRole(trade);
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
      {percent !== null && <span className={cells.minor}>{t('word.percent', { percent })}</span>}
    </span>
  );
}
