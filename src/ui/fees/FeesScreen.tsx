import { useTranslation } from 'react-i18next';
import { PageFrame } from '../kit/PageFrame.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useFees } from './useFees.ts';
import { usePage } from '../kit/usePage.ts';
import { CoinFees } from './CoinFees.tsx';
import classes from './Fees.module.css';
import { PairFees } from './PairFees.tsx';
import { Summary } from './Summary.tsx';

const ABOUT = ['network', 'congestion', 'fixed'] as const;

/** Trading fees and network fees (FEES-01). */
export function FeesScreen() {
  const { t } = useTranslation('fees');
  const { name } = useApp().config.brand;
  const { feeQuotes } = useCapabilities();
  usePage({
    title: t('title.page', { page: t('word.feesAndCongestion'), name }),
    description: t('description', { name }),
  });
  const { fees, status, retry } = useFees();
  return (
    <PageFrame title={t('word.feesAndCongestion')} lead={t('lead', { name })}>
      <Summary fees={fees} />
      <CoinFees fees={fees} status={status} retry={retry} />
      <PairFees />
      <div className={classes.about}>
        {ABOUT.map((topic) => (
          <section key={topic}>
            <h2 className={classes.heading}>{t(`about.${topic}Title`)}</h2>
            <p>{t(topic === 'fixed' && feeQuotes ? 'about.fixedQuoted' : `about.${topic}`)}</p>
          </section>
        ))}
      </div>
    </PageFrame>
  );
}
