import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TextPage, TextSection } from './TextPage.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import classes from './ApiDocs.module.css';
import { EndpointCard } from './EndpointCard.tsx';
import { ENDPOINTS } from './endpoints.ts';
import { KeyDocs } from './KeyDocs.tsx';

const ACCEPT = 'Accept: application/json';

/** Documentation of the public API (PUBLIC-12). */
export function ApiDocsScreen() {
  const { t } = useTranslation('apidocs');
  const { brand, apiBase } = useApp().config;
  usePage({
    title: t('title.page', { page: t('title'), name: brand.name }),
    description: t('description', { name: brand.name }),
  });
  const base = apiBase === '' ? (brand.canonicalOrigin ?? ownOrigin()) : apiBase;
  return (
    <TextPage title={t('title')} lead={t('lead')} isWide before={<Link to="/">{t('home')}</Link>}>
      <TextSection title={t('base.title')}>
        <p>
          <code translate="no" className={classes.base}>
            {base}
          </code>
        </p>
        <p>{t('base.note')}</p>
        <p>{t('base.accept', { header: ACCEPT })}</p>
      </TextSection>
      <TextSection title={t('documents.title')}>
        <p>{t('documents.text')}</p>
        <ul>
          <li>
            <a href="/api/openapi.json">{t('documents.openApi')}</a>: {t('documents.calls')}
          </li>
          <li>
            <a href="/api/asyncapi.json">{t('documents.asyncApi')}</a>: {t('documents.frames')}
          </li>
        </ul>
      </TextSection>
      <TextSection title={t('errors.title')}>
        <p>{t('errors.text')}</p>
      </TextSection>
      <TextSection title={t('endpoints')}>
        {ENDPOINTS.map((endpoint) => (
          <EndpointCard key={endpoint.name} endpoint={endpoint} base={base} />
        ))}
      </TextSection>
      <KeyDocs base={base} />
    </TextPage>
  );
}

/** Empty during prerendering, which has no location. */
const ownOrigin = (): string => (typeof location === 'undefined' ? '' : location.origin);
