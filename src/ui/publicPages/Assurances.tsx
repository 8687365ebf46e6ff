import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '../../domain/paths.ts';
import { useCapabilities } from '../kit/app.tsx';
import classes from './Landing.module.css';

const PRIVACY = ['identity', 'trackers', 'kept'] as const;

/** How solvency is proven, and what privacy means here (PUBLIC-01). */
export function Assurances() {
  const { t } = useTranslation('landing');
  const { solvency } = useCapabilities();
  return (
    <div className={classes.assurances}>
      {solvency && (
        <Paper component="section" className={classes.card ?? ''} aria-labelledby="landing-proof">
          <h2 id="landing-proof">{t('proof.title')}</h2>
          <p>{t('proof.text')}</p>
          <Link to="/solvency">{t('proof.link')}</Link>
        </Paper>
      )}
      <Paper component="section" className={classes.card ?? ''} aria-labelledby="landing-privacy">
        <h2 id="landing-privacy">{t('privacy.title')}</h2>
        {PRIVACY.map((one) => (
          <p key={one}>{t(`privacy.${one}`)}</p>
        ))}
        {pages.has('/logs') && <Link to="/logs">{t('privacy.link')}</Link>}
      </Paper>
    </div>
  );
}
