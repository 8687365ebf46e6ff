import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, headOfId } from '../../domain/format.ts';
import { useCopier } from './copier.tsx';
import { Grouped } from '../kit/Figure.tsx';
import classes from './Cells.module.css';

interface Props {
  readonly children: ReactNode;
  /** The whole value, shown on hover and focus. */
  readonly full: string;
  /** Text for the clipboard; by default `full`. */
  readonly copied?: string;
  readonly label?: string;
  readonly says?: 'tradeId' | 'orderId';
}

/** A shortened value; a click copies the whole. */
export function FullValue({ children, full, copied = full, label, says }: Props) {
  const { t } = useTranslation('history');
  const copy = useCopier();
  return (
    <UnstyledButton
      translate="no"
      className={classes.full ?? ''}
      data-full={full}
      aria-label={label ?? t('copy.value', { value: full })}
      onClick={() => copy(copied, says)}
    >
      {children}
    </UnstyledButton>
  );
}

interface FigureProps {
  readonly shown: string;
  readonly exact: string | null;
  readonly unit?: string;
}

/** Shows the exact figure on hover where digits were cut off. */
export function ExactFigure({ shown, exact, unit = '' }: FigureProps) {
  const { t } = useTranslation('history');
  if (exact === null) return DASH;
  const withUnit = (amount: string, coin: string): string =>
    coin === '' ? amount : t('amountOf', { amount, coin });
  const [short, full] = [withUnit(shown, headOfId(unit, LONGEST_UNIT)), withUnit(exact, unit)];
  const figure = (
    <span className={classes.figure} translate="no" data-long={short.length > LONGEST}>
      <Grouped text={short} />
    </span>
  );
  if (isWhole(shown, exact) && unit.length <= LONGEST_UNIT + 1) return figure;
  return (
    <FullValue full={full} copied={exact}>
      {figure}
    </FullValue>
  );
}

/** In characters, of texts that a server or user chose. */
const LONGEST = 28;
const LONGEST_UNIT = 12;

/** A text from the server: shortened, and isolated so that its direction changes nothing around it. */
export function Foreign({ text }: { readonly text: string }) {
  const shown = headOfId(text, LONGEST);
  const words = <bdi className={classes.foreign}>{shown}</bdi>;
  return shown === text ? words : <FullValue full={text}>{words}</FullValue>;
}

/** True if the two differ in trailing zeros only. */
const isWhole = (shown: string, exact: string): boolean => bare(shown) === bare(exact);
const bare = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
