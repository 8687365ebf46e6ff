import { Paper } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePair } from '../../domain/market.ts';
import { DEFAULT_SORT, sortMarkets } from '../../domain/marketList.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { useRead } from '../kit/useRead.ts';
import { MarketsTable } from '../markets/MarketsTable.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { Assurances } from './Assurances.tsx';
import { Features } from './Features.tsx';
import { Headline } from './Headline.tsx';
import { Hero } from './Hero.tsx';
import classes from './Landing.module.css';
import { Partners } from './Partners.tsx';

// After the page has been painted: it brings the book's feed.
const LiveBook = lazyPart(() => import('./LiveBook.tsx'), 'LiveBook', { instead: 'nothing' });

/** The landing page (PUBLIC-01). */
export function LandingScreen() {
  const { t } = useTranslation('landing');
  const { config } = useApp();
  const { data: markets } = useRead('markets');
  const busiest = parsePair(sortMarkets(markets ?? [], DEFAULT_SORT)[0]?.pair ?? '');
  usePage({ title: t('title.home', { name: config.brand.name }), description: t('meta.description') });
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Hero />
        <Paper className={`${classes.card} ${classes.book}`}>
          {busiest && (
            <Suspense>
              <LiveBook key={busiest.symbol} pair={busiest} />
            </Suspense>
          )}
        </Paper>
      </div>
      <Headline />
      <Features />
      <Assurances />
      <section className={classes.part} aria-labelledby="landing-markets">
        <h2 id="landing-markets">{t('shell.markets')}</h2>
        <MarketsTable />
      </section>
      <Partners />
    </div>
  );
}
