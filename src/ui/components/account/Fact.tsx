import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isoText, momentText } from '../../../domain/dates.ts';
import { useSpokenLanguage } from '../../hooks/useLanguage.ts';
import classes from './Account.module.css';

/** One line of the account card, inside its `<dl>`. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

/** A point in time, in UTC; unknown is a dash. @param time epoch milliseconds. */
export function Instant({ time }: { readonly time: number | null }) {
  const { t } = useTranslation('account');
  const language = useSpokenLanguage();
  const text = time === null ? null : momentText(time, language);
  if (time === null || text === null) return t('dashboard.unknown');
  return <time dateTime={isoText(time) ?? ''}>{t('dashboard.time', { time: text })}</time>;
}
