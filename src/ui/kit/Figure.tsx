import { splitTrailingZeros } from '../../domain/format.ts';
import classes from './Figure.module.css';

/** Keeps trailing zeros, so that columns line up, but dims them. */
export function Figure({ text }: { readonly text: string }) {
  const [digits, zeros] = splitTrailingZeros(text);
  return (
    <span className={classes.figure}>
      {digits}
      {zeros !== '' && <span className={classes.zeros}>{zeros}</span>}
    </span>
  );
}
