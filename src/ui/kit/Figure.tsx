import { splitTrailingZeros } from '../../domain/format.ts';
import classes from './Figure.module.css';

/** A figure whose trailing zeros are kept, so that a column lines up, and dimmed. */
export function Figure({ text }: { readonly text: string }) {
  const [digits, zeros] = splitTrailingZeros(text);
  return (
    <span className={classes.figure}>
      {digits}
      {zeros !== '' && <span className={classes.zeros}>{zeros}</span>}
    </span>
  );
}
