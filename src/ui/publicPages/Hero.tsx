import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '../../domain/paths.ts';
import classes from './Landing.module.css';

const BADGES = ['identity', 'logs', 'exact'] as const;

export function Hero() {
  const { t } = useTranslation('landing');
  return (
    <div>
      <ul className={classes.badges} aria-label={t('hero.badges')}>
        {BADGES.map((badge) => (
          <li key={badge}>{t(`hero.badge.${badge}`)}</li>
        ))}
      </ul>
      <h1 className={classes.title}>{t('hero.title')}</h1>
      <p className={classes.lead}>{t('hero.lead')}</p>
      <div className={classes.ways}>
        <Button component={Link} to="/markets">
          {t('hero.start')}
        </Button>
        {pages.has('/logs') && (
          <Button component={Link} variant="default" to="/logs">
            {t('hero.policy')}
          </Button>
        )}
      </div>
    </div>
  );
}
