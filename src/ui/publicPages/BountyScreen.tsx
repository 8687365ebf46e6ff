import { useTranslation } from 'react-i18next';
import { Paragraphs, TextPage, TextSection } from './TextPage.tsx';
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
  const { t } = useTranslation(['bounty', 'common']);
  const { name, contactMail } = useApp().config.brand;
  usePage({
    title: t('common:title.page', { page: t('title'), name }),
    description: t('description', { name }),
  });
  return (
    <TextPage title={t('title')} lead={t('lead')}>
      <TextSection title={t('rewards.title')}>
        <table className={classes.table}>
          <caption className="visually-hidden">{t('rewards.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('rewards.severity')}</th>
              <th scope="col">{t('rewards.reward')}</th>
              <th scope="col">{t('rewards.examples')}</th>
            </tr>
          </thead>
          <tbody>
            {LEVELS.map((level) => (
              <tr key={level.name} data-level={level.name}>
                <th scope="row">{t(`rewards.level.${level.name}.name`)}</th>
                <td className={classes.amount}>{t('rewards.range', { from: level.from, to: level.to })}</td>
                <td className={classes.examples}>{t(`rewards.level.${level.name}.examples`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
              {t('report.mail')} <a href={`mailto:${contactMail}`}>{contactMail}</a>
            </>
          ) : (
            t('report.noMail')
          )}
        </p>
      </TextSection>
    </TextPage>
  );
}
