import { useTranslation } from 'react-i18next';
import { useApp } from '../hooks/app.tsx';
import classes from './Footer.module.css';

/** Risk warning, what the product is not, and how to reach its makers (spec 1 §1). */
export function Footer() {
  const { t } = useTranslation('common');
  const { contactMail, socialLink } = useApp().config.brand;
  return (
    <footer className={classes['footer']}>
      <p>{t('footer.risk')}</p>
      <p>{t('footer.unregulated')}</p>
      {(contactMail || socialLink) && (
        <p className={classes['links']}>
          {contactMail && <a href={`mailto:${contactMail}`}>{t('footer.contact')}</a>}
          {socialLink && (
            <a href={socialLink} target="_blank" rel="noopener noreferrer">
              {t('footer.social')}
            </a>
          )}
        </p>
      )}
    </footer>
  );
}
