import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { clockText, dateText, isoText } from '../../domain/dates.ts';
import { DASH, quoteDigits } from '../../domain/format.ts';
import { parsePair, type Pair, type Side } from '../../domain/market.ts';
import { ownPrice, type PriceDigits, SAT } from '../../domain/satoshi.ts';
import { Figure } from '../kit/Figure.tsx';
import classes from './MyOrders.module.css';

interface Figures {
  readonly pair: Pair;
  readonly digits: PriceDigits;
  readonly quantityDigits: number;
}

type Shown = Omit<Figures, 'digits'> & { readonly digits: PriceDigits | undefined };

/** The screen knows only the decimals of its own pair; figures of others have as many as they need. */
export function figuresOf(symbol: string, shown: Shown): Figures {
  const { pair, digits, quantityDigits } = shown;
  if (symbol === pair.symbol) return { pair, digits: digits ?? quoteDigits(pair.quote) ?? 0, quantityDigits };
  return { pair: parsePair(symbol) ?? pair, digits: 0, quantityDigits: 0 };
}

/** With its unit where it is not that of the rows around it. */
export const ownPriceText = (price: DecimalText | null, digits: PriceDigits, isOfAll: boolean): string =>
  isOfAll && digits === SAT && price !== null ? `${ownPrice(price, digits)} ${SAT}` : ownPrice(price, digits);

interface CellProps {
  readonly label: string;
  /** Also shown on hover, because a column truncates longer ones. */
  readonly text: string;
  /** In place of the text. */
  readonly children?: ReactNode;
}

export function FigureCell({ label, text, children }: CellProps) {
  return (
    <td key={text} data-label={label} title={text}>
      {children ?? <Figure text={text} />}
    </td>
  );
}

export function PairCell({ base, quote }: Pick<Pair, 'base' | 'quote'>) {
  const { t } = useTranslation('trade');
  return (
    <td translate="no" data-label={t('word.pair')}>
      {`${base}/${quote}`}
    </td>
  );
}

export function SideName({ side }: { readonly side: Side }) {
  const { t } = useTranslation('trade');
  return <span data-side={side}>{t(`mine.${side}`)}</span>;
}

export function TimeCell({ time }: { readonly time: number | null }) {
  const { t } = useTranslation('trade');
  const iso = isoText(time);
  return (
    <td className={classes.time} data-label={t('mine.time')}>
      {time === null || iso === null ? (
        DASH
      ) : (
        <time dateTime={iso}>{`${dateText(time)?.slice(5) ?? ''} ${clockText(time) ?? ''}`}</time>
      )}
    </td>
  );
}
