import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, headOfId } from '../../domain/format.ts';
import { useCopier } from './copier.tsx';
import classes from './Cells.module.css';

interface Props {
  /** What is shown; a shortened text, or something drawn. */
  readonly children: ReactNode;
  /** What it stands for, whole: seen on hover and on focus. */
  readonly full: string;
  /** What goes into the clipboard; by default `full`. */
  readonly copied?: string;
  /** What the button says that it does; by default that it copies `full`. */
  readonly label?: string;
  readonly says?: 'tradeId' | 'orderId';
}

/** A shortened value whose whole is one hover, one tab or one click away; the click copies it. */
export function FullValue({ children, full, copied = full, label, says }: Props) {
  const { t } = useTranslation('history');
  const copy = useCopier();
  return (
    <button
      type="button"
      className={classes.full}
      data-full={full}
      aria-label={label ?? t('copy.value', { value: full })}
      onClick={() => copy(copied, says)}
    >
      {children}
    </button>
  );
}

interface FigureProps {
  /** As the screen writes it; a dash when nobody knows it. */
  readonly shown: string;
  /** The exact figure. */
  readonly exact: string | null;
  readonly unit?: string;
}

/** A figure; one of which digits were cut off gives the whole. */
export function ExactFigure({ shown, exact, unit = '' }: FigureProps) {
  const { t } = useTranslation('history');
  if (exact === null) return DASH;
  const withUnit = (amount: string, coin: string): string =>
    coin === '' ? amount : t('amountOf', { amount, coin });
  const [short, full] = [withUnit(shown, headOfId(unit, LONGEST_UNIT)), withUnit(exact, unit)];
  const figure = (
    <span className={classes.figure} data-long={short.length > LONGEST}>
      {short}
    </span>
  );
  if (isWhole(shown, exact) && unit.length <= LONGEST_UNIT + 1) return figure;
  return (
    <FullValue full={full} copied={exact}>
      {figure}
    </FullValue>
  );
}

/** Characters of a text from elsewhere that are shown. */
const LONGEST = 28;
const LONGEST_UNIT = 12;

/** A text that the server made up: never more than a few characters of it, and in no direction but its own. */
export function Foreign({ text }: { readonly text: string }) {
  const shown = headOfId(text, LONGEST);
  const words = <bdi className={classes.foreign}>{shown}</bdi>;
  return shown === text ? words : <FullValue full={text}>{words}</FullValue>;
}

/** Whether nothing but zeros at the end was cut off or added. */
const isWhole = (shown: string, exact: string): boolean => bare(shown) === bare(exact);
const bare = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
