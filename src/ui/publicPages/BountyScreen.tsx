import { useTranslation } from 'react-i18next';
import { Paragraphs, TextPage, TextSection } from './TextPage.tsx';
import { TextTable } from './TextTable.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import classes from './Bounty.module.css';

/** In USDT (PUBLIC-10). */
const LEVELS = [
  { name: 'critical', from: '500', to: '1000' },
  { name: 'high', from: '200', to: '500' },
  { name: 'medium', from: '20', to: '200' },
  { name: 'low', from: '5', to: '25' },
] as const;

/** The bug bounty programme (PUBLIC-10). */
export function BountyScreen() {
  const { t } = useTranslation('bounty');
  const { name, contactMail } = useApp().config.brand;
  usePage({ title: t('title.page', { page: t('title'), name }), description: t('description', { name }) });
  return (
    <TextPage title={t('title')} lead={t('lead')}>
      <TextSection title={t('rewards.title')}>
        <TextTable
          caption={t('rewards.caption')}
          columns={[t('rewards.severity'), t('rewards.reward'), t('rewards.examples')]}
          rows={LEVELS.map(({ name: level, from, to }) => [
            level,
            <span key="name" className={classes.level} data-level={level}>
              {t(`rewards.level.${level}.name`)}
            </span>,
            <span key="reward" className={classes.amount}>
              {t('rewards.range', { from, to })}
            </span>,
            <span key="examples" className={classes.examples}>
              {t(`rewards.level.${level}.examples`)}
            </span>,
          ])}
        />
        <p className={classes.note}>{t('rewards.note')}</p>
      </TextSection>
      {(['scope', 'outside', 'rules'] as const).map((section) => (
        <TextSection key={section} title={t(`about.${section}.title`)}>
          <Paragraphs text={t(`about.${section}.text`)} />
        </TextSection>
      ))}
      <TextSection title={t('report.title')}>
        <Paragraphs text={t('report.text')} />
        <p className={classes.mail}>
          {contactMail ? (
            <>
              {t('word.email')} <a href={`mailto:${contactMail}`}>{contactMail}</a>
            </>
          ) : (
            t('report.noMail')
          )}
        </p>
      </TextSection>
    </TextPage>
  );
}
