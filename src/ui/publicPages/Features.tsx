import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Landing.module.css';

const FEATURES = [
  {
    name: 'identity',
    outline: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 11-6.6M15 20l6-6M15 14l6 6',
  },
  {
    name: 'logs',
    outline:
      'M3 3l18 18M10.6 5.1A9.8 9.8 0 0 1 21.5 12a10 10 0 0 1-2.7 3.8M6.3 6.6A10.3 10.3 0 0 0 2.5 12a9.9 9.9 0 0 0 14 5.3M9.9 9.9a3 3 0 0 0 4.2 4.2',
  },
  { name: 'funds', outline: 'M12 3l8 3v6c0 4.5-3.2 7.7-8 9-4.8-1.3-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5' },
  {
    name: 'access',
    outline:
      'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c2.5 2.7 3.8 5.7 3.8 9s-1.3 6.3-3.8 9c-2.5-2.7-3.8-5.7-3.8-9S9.5 5.7 12 3z',
  },
] as const;

export function Features() {
  const { t } = useTranslation('landing');
  return (
    <section aria-label={t('features.name')}>
      <ul className={classes.features}>
        {FEATURES.map(({ name, outline }) => (
          <Paper component="li" key={name} className={`${classes.card} ${classes.feature}`}>
            <svg
              className={`drawn ${classes.outline}`}
              viewBox="0 0 24 24"
              aria-hidden="true"
              focusable="false"
            >
              <path d={outline} />
            </svg>
            <h2>{t(`features.${name}.title`)}</h2>
            <p>{t(`features.${name}.text`)}</p>
          </Paper>
        ))}
      </ul>
    </section>
  );
}
