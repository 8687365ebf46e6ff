import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApp } from '../kit/app.tsx';
import classes from './Footer.module.css';

const LINKED = [
  'fees',
  'faq',
  'api',
  'terms',
  'privacy',
  'logs',
  'solvency',
  'bugbounty',
  'support',
] as const;

/** Information pages, contact, risk and disclaimer (PUBLIC-03). */
export function Footer() {
  const { t } = useTranslation('common');
  const { brand, capabilities } = useApp().config;
  const { contactMail, socialLink } = brand;
  /** Addresses of a sandbox lead nowhere and are marked as such. */
  const marked = (name: string, address: string) =>
    /\.invalid\b/.test(address) ? t('footer.placeholder', { name }) : name;
  return (
    <footer className={classes.footer}>
      <nav aria-label={t('footer.name')}>
        <ul className={classes.links}>
          {LINKED.filter((page) => page !== 'solvency' || capabilities.solvency).map((page) => (
            <li key={page}>
              <Link to={`/${page}`}>{t(`footer.pages.${page}`)}</Link>
            </li>
          ))}
          {contactMail && (
            <li>
              <a href={`mailto:${contactMail}`}>{marked(t('footer.contact'), contactMail)}</a>
            </li>
          )}
          {socialLink && (
            <li>
              <a href={socialLink} target="_blank" rel="noopener noreferrer">
                {marked(t('footer.social'), socialLink)}
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
