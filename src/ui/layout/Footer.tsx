import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApp, useCapabilities } from '../kit/app.tsx';
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
  const { t } = useTranslation();
  const { brand, onionOrigin } = useApp().config;
  const capabilities = useCapabilities();
  const { contactMail, socialLink } = brand;
  const isOffered: Partial<Record<(typeof LINKED)[number], boolean>> = {
    solvency: capabilities.solvency,
    bugbounty: brand.hasBounty,
  };
  /** Addresses of a sandbox lead nowhere. */
  const titleOf = (address: string) => (/\.test\b/.test(address) ? t('footer.leadsNowhere') : undefined);
  return (
    <footer className={classes.footer}>
      <nav aria-label={t('footer.name')}>
        <ul className={classes.links}>
          {LINKED.filter((page) => isOffered[page] ?? true).map((page) => (
            <li key={page}>
              <Link to={`/${page}`}>{t(`footer.pages.${page}`)}</Link>
            </li>
          ))}
          {contactMail && (
            <li>
              <a href={`mailto:${contactMail}`} title={titleOf(contactMail)}>
                {t('footer.contact')}
              </a>
            </li>
          )}
          {onionOrigin && (
            <li>
              <a href={onionOrigin}>{t('footer.onion')}</a>
            </li>
          )}
          {socialLink && (
            <li>
              <a href={socialLink} title={titleOf(socialLink)} target="_blank" rel="noopener noreferrer">
                {t('footer.social')}
              </a>
            </li>
          )}
        </ul>
      </nav>
      {capabilities.sandbox && <p>{t('notice.sandbox')}</p>}
      <p>{t('footer.risk')}</p>
      <p>{t('footer.unregulated')}</p>
    </footer>
  );
}
