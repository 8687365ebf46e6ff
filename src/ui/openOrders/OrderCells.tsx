import { useTranslation } from 'react-i18next';
import { clockText, dateText, isoText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import type { Side } from '../../domain/market.ts';
import classes from './MyOrders.module.css';

export function SideName({ side }: { readonly side: Side }) {
  const { t } = useTranslation('trade');
  return (
    <span className={classes.side} data-side={side}>
      {t(`mine.${side}`)}
    </span>
  );
}

export function TimeCell({ time }: { readonly time: number }) {
  const { t } = useTranslation('trade');
  const iso = isoText(time);
  return (
    <td className={classes.time} data-label={t('mine.time')}>
      {iso === null ? (
        DASH
      ) : (
        <time dateTime={iso}>{`${dateText(time)?.slice(5) ?? ''} ${clockText(time) ?? ''}`}</time>
      )}
    </td>
  );
}
