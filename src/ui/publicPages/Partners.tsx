import { useTranslation } from 'react-i18next';
import { useApp } from '../kit/app.tsx';
import classes from './Landing.module.css';

/** The sites that a deployment names, by logo or name (PUBLIC-01). Nothing is loaded from them. */
export function Partners() {
  const { t } = useTranslation('landing');
  const { partners } = useApp().config;
  if (partners.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="landing-partners">
      <h2 id="landing-partners">{t('partners')}</h2>
      <ul className={classes.partners}>
        {partners.map(({ name, href, logo }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {logo && <img src={logo} alt="" />}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
