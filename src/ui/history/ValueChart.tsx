import { useTranslation } from 'react-i18next';
import { minuteText } from '../../domain/dates.ts';
import { add, decimal, type DecimalText, larger, toText, ZERO } from '../../domain/decimal.ts';
import { formatAmount } from '../../domain/format.ts';
import type { ValuePoint } from '../../domain/history/results.ts';
import { toHeight } from '../candleChart/heights.ts';
import { ExactFigure } from './FullValue.tsx';
import classes from './History.module.css';

/** Size of the drawing; it is stretched to the room that there is. */
const [WIDTH, HEIGHT] = [1000, 100];

interface ValueChartProps {
  readonly coin: string;
  /** After own trades, by time. */
  readonly points: readonly ValuePoint[];
  /** What is not realised at present prices; null while one of them is not known. */
  readonly now: DecimalText | null;
  /** Time of the present prices, epoch milliseconds. */
  readonly at: number | null;
}

/** What was held was worth, and what it cost, over time (RESULT-06). */
export function ValueChart({ coin, points: traded, now, at }: ValueChartProps) {
  const { t } = useTranslation('history');
  const [first] = traded;
  const newest = traded.at(-1);
  if (!first || !newest) return null;
  const isPriced = now !== null && at !== null && at > newest.at;
  const last = isPriced
    ? { at, value: toText(add(decimal(newest.cost), decimal(now))), cost: newest.cost }
    : newest;
  const points = isPriced ? [...traded, last] : traded;
  const length = last.at - first.at || 1;
  const most = points.reduce(
    (sum, { value, cost }) => larger(larger(sum, decimal(value)), decimal(cost)),
    ZERO,
  );
  const top = toHeight(toText(most)) || 1;
  const steps = (of: 'value' | 'cost'): string =>
    points
      .map((point, index) => {
        const x = ((point.at - first.at) / length) * WIDTH;
        const y = HEIGHT - (toHeight(point[of]) / top) * HEIGHT;
        return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
      })
      .join('');
  const figures = [
    { of: 'value', label: t('results.value') },
    { of: 'cost', label: t('results.column.cost') },
  ] as const;
  return (
    <figure className={classes.values}>
      <figcaption>
        <span translate="no">{coin}</span>
        {figures.map(({ of, label }) => (
          <span key={of} data-of={of}>
            {label} <ExactFigure shown={formatAmount(last[of], coin)} exact={last[of]} unit={coin} />
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {figures.map(({ of }) => (
          <path key={of} data-of={of} d={steps(of)} />
        ))}
      </svg>
      <div translate="no">
        <time>{minuteText(first.at)}</time>
        <time>{minuteText(last.at)}</time>
      </div>
    </figure>
  );
}
