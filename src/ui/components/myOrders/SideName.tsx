import { useTranslation } from 'react-i18next';
import type { Side } from '../../../domain/market.ts';
import classes from './MyOrders.module.css';

/** Buy or sell as a word; the colour only repeats it. */
export function SideName({ side }: { readonly side: Side }) {
  const { t } = useTranslation('trade');
  return (
    <span className={classes.side} data-side={side}>
      {t(`mine.${side}`)}
    </span>
  );
}
