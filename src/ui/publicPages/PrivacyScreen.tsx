import { useTranslation } from 'react-i18next';
import { LegalPage, Paragraphs, SeeAlso, TextSection } from './TextPage.tsx';
import { useOwnText } from './useOwnText.ts';
import { titleOf } from '../../domain/ownText.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';

const SECTIONS = ['principle', 'account', 'network', 'browser', 'sharing', 'rights'] as const;

/** The privacy policy (PUBLIC-08). */
export function PrivacyScreen() {
  const { t } = useTranslation('privacy');
  const { name } = useApp().config.brand;
  const { dataPolicy, accountDeletion } = useCapabilities();
  const own = titleOf(useOwnText('privacy'));
  usePage({
    title: t('title.page', { page: own ?? t('word.privacyPolicy'), name }),
    description: own ?? t('description', { name }),
  });
  const textOf = (section: (typeof SECTIONS)[number]): string => {
    if (section === 'rights' && dataPolicy && accountDeletion) return t('section.rights.textDeletion');
    return dataPolicy && (section === 'account' || section === 'network' || section === 'browser')
      ? t(`section.${section}.textKept`)
      : t(`section.${section}.text`);
  };
  return (
    <LegalPage
      name="privacy"
      title={t('word.privacyPolicy')}
      lead={t('lead')}
      after={
        <SeeAlso
          title={t('word.seeAlso')}
          links={[
            { to: '/logs', label: t('links.logs') },
            { to: '/support', label: t('footer.pages.support') },
          ]}
        />
      }
    >
      {SECTIONS.map((section) => (
        <TextSection key={section} title={t(`section.${section}.title`)}>
          <Paragraphs text={textOf(section)} />
        </TextSection>
      ))}
    </LegalPage>
  );
}
