import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { useSession } from '../kit/useSession.ts';
import { NotFoundScreen } from '../layout/NotFoundScreen.tsx';
import { Paragraphs, SeeAlso, TextPage, TextSection } from '../publicPages/TextPage.tsx';
import { OwnBalances } from './OwnBalances.tsx';
import { History, Loading, Published } from './Published.tsx';
import { useSolvency } from './useSolvency.ts';

/** The proof of solvency; without the capability there is no such page (SOLVENCY-06). */
export function SolvencyScreen() {
  const { solvency } = useCapabilities();
  return solvency ? <SolvencyPage /> : <NotFoundScreen />;
}

function SolvencyPage() {
  const { t } = useTranslation('solvency');
  const { config } = useApp();
  const { isDeciding, user } = useSession();
  const { name } = config.brand;
  usePage({ title: t('title.page', { page: t('title'), name }), description: t('description', { name }) });
  const rest = (
    <>
      <TextSection title={t('how.title')}>
        <Paragraphs text={t('how.text')} />
      </TextSection>
      <SeeAlso
        title={t('word.seeAlso')}
        links={[
          { to: '/logs', label: t('footer.pages.logs') },
          { to: '/api', label: t('footer.pages.api') },
        ]}
      />
    </>
  );
  return (
    <TextPage title={t('title')} lead={t('lead')}>
      {isDeciding ? (
        <Loading />
      ) : (
        <Content key={user?.id} account={user?.id ?? null}>
          {rest}
        </Content>
      )}
    </TextPage>
  );
}

interface ContentProps {
  readonly account: string | null;
  /** Comes with the figures, which decide its place (NAV-16). */
  readonly children: ReactNode;
}

/** Another user in this browser starts afresh. */
function Content({ account, children }: ContentProps) {
  const solvency = useSolvency(account);
  return (
    <>
      <Published solvency={solvency} />
      <OwnBalances solvency={solvency} isVisitor={account === null} />
      <History statements={solvency.statements} />
      {solvency.stage !== 'loading' && children}
    </>
  );
}
