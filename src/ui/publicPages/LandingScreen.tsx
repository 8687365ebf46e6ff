import { useTranslation } from 'react-i18next';
import { MarketsTable } from '../markets/MarketsTable.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { Features } from './Features.tsx';
import { Headline } from './Headline.tsx';
import { Hero } from './Hero.tsx';
import classes from './Landing.module.css';
import { Partners } from './Partners.tsx';

/** The landing page (PUBLIC-01). */
export function LandingScreen() {
  const { t } = useTranslation(['landing', 'common']);
  const { config } = useApp();
  usePage({
    title: t('common:title.home', { name: config.brand.name }),
    description: t('meta.description'),
  });
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Hero />
        <Headline />
      </div>
      <Features />
      <section aria-labelledby="landing-markets">
        <h2 id="landing-markets" className={classes.heading}>
          {t('markets')}
        </h2>
        <MarketsTable />
      </section>
      <Partners />
    </div>
  );
}
