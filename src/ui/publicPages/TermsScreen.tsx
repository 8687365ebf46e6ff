import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { BountyParagraph, LegalPage, Paragraphs, SeeAlso, TextSection } from './TextPage.tsx';
import { useOwnText } from './useOwnText.ts';
import { titleOf } from '../../domain/ownText.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import classes from './Terms.module.css';

const POINTS = [
  'service',
  'eligibility',
  'account',
  'orders',
  'fees',
  'deposits',
  'withdrawals',
  'conduct',
  'risk',
  'changes',
] as const;

/** Terms of service, under `/terms` and `/tos` (PUBLIC-07). */
export function TermsScreen() {
  const { t } = useTranslation('terms');
  const { name, hasBounty } = useApp().config.brand;
  const { securityPause } = useCapabilities();
  const { pathname } = useLocation();
  const own = titleOf(useOwnText('terms'));
  usePage({
    title: t('title.page', { page: own ?? t('word.termsOfService'), name }),
    description: own ?? t('description', { name }),
    ...(pathname === '/terms' ? {} : { canonicalPath: '/terms' }),
  });
  const goBack = useGoBack();
  return (
    <LegalPage
      name="terms"
      title={t('word.termsOfService')}
      lead={t('lead')}
      after={
        <>
          <SeeAlso
            title={t('word.seeAlso')}
            links={[
              { to: '/fees', label: t('word.feesAndCongestion') },
              { to: '/markets', label: t('shell.markets') },
              { to: '/support', label: t('footer.pages.support') },
            ]}
          />
          <Button variant="default" className={classes.back ?? ''} onClick={goBack}>
            {t('notFound.back')}
          </Button>
        </>
      }
    >
      {POINTS.map((point, index) => (
        <TextSection key={point} number={index + 1} title={t(`point.${point}.title`)}>
          <Paragraphs
            text={
              point === 'withdrawals' && securityPause
                ? t(`point.${point}.textPause`)
                : t(`point.${point}.text`, { name })
            }
          />
          {point === 'conduct' && hasBounty && <BountyParagraph text={t('point.conduct.bounty')} />}
        </TextSection>
      ))}
    </LegalPage>
  );
}

/** Back if the user came from this site, otherwise home (PUBLIC-07). */
function useGoBack(): () => void {
  const navigate = useNavigate();
  // React Router's key of the first history entry.
  const isFirst = useLocation().key === 'default';
  return () => {
    const { origin } = globalThis.location;
    const cameFromHere = !isFirst || document.referrer.startsWith(`${origin}/`);
    if (cameFromHere) void navigate(-1);
    else void navigate('/');
  };
}
