import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Refund.module.css';

const POINTS = ['own', 'check', 'never'] as const;

/** What to take care of with an address that coins are sent back to (REFUND-06). */
export function SecurityNotice() {
  const { t } = useTranslation('refund');
  const title = useId();
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.heading}>
        {t('notice.name')}
      </h2>
      <ul className={classes.points}>
        {POINTS.map((point) => (
          <li key={point}>{t(`notice.${point}`)}</li>
        ))}
      </ul>
    </section>
  );
}
