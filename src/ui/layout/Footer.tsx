import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApp } from '../hooks/app.tsx';
import classes from './Footer.module.css';

const LINKED = ['fees', 'faq', 'api', 'terms', 'privacy', 'logs', 'bugbounty', 'support'] as const;

/** The information pages, how to reach the makers, the risk, and what the product is not (spec 1 §1). */
export function Footer() {
  const { t } = useTranslation('common');
  const { contactMail, socialLink } = useApp().config.brand;
  return (
    <footer className={classes['footer']}>
      <nav aria-label={t('footer.name')}>
        <ul className={classes['links']}>
          {LINKED.map((page) => (
            <li key={page}>
              <Link to={`/${page}`}>{t(`footer.pages.${page}`)}</Link>
            </li>
          ))}
          {contactMail && (
            <li>
              <a href={`mailto:${contactMail}`}>{t('footer.contact')}</a>
            </li>
          )}
          {socialLink && (
            <li>
              <a href={socialLink} target="_blank" rel="noopener noreferrer">
                {t('footer.social')}
              </a>
            </li>
          )}
        </ul>
      </nav>
      <p>{t('footer.risk')}</p>
      <p>{t('footer.unregulated')}</p>
    </footer>
  );
}
