import { splitTrailingZeros, thousands } from '../../domain/format.ts';
import classes from './Figure.module.css';

interface Props {
  readonly text: string;
}

/**
 * Keeps trailing zeros, so that columns line up, but dims them. Another figure is another element: a browser that sees
 * a text start elsewhere counts it as a layout shift (TRADE-22).
 */
export function Figure({ text }: Props) {
  const [digits, zeros] = splitTrailingZeros(text);
  return (
    <span key={text} className={classes.figure} translate="no">
      <Grouped text={digits} />
      {zeros !== '' && <span className={classes.zeros}>{zeros}</span>}
    </span>
  );
}

/** A text with a gap between the thousands of its figures (FORMAT-09). */
export function Grouped({ text }: Props) {
  return thousands(text).map((group, place) =>
    place === 0 ? (
      group
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={place} className="thousands">
        {group}
      </span>
    ),
  );
}
