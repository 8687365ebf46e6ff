import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../kit/app.tsx';
import classes from './ApiDocs.module.css';
import { Example } from './EndpointCard.tsx';
import { curlExample, KEY_CALLS, KEY_HEADERS, nodeExample, socketExample } from './keyExamples.ts';
import { Paragraphs, TextSection } from './TextPage.tsx';

const EXAMPLES = [
  ['curl', curlExample],
  ['node', nodeExample],
  ['socket', socketExample],
] as const;

/** How programs sign their requests; nothing where the server has no keys (APIKEY-10). @param base without a trailing slash. */
export function KeyDocs({ base }: { readonly base: string }) {
  const { t } = useTranslation('apidocs');
  if (!useCapabilities().apiKeys) return null;
  return (
    <TextSection title={t('keys.title')}>
      <Paragraphs text={t('keys.text')} />
      <table className={classes.table}>
        <caption className={classes.caption}>{t('keys.headers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('about')}</th>
          </tr>
        </thead>
        <tbody>
          {KEY_HEADERS.map((header) => (
            <tr key={header.name}>
              <th scope="row">
                <code translate="no">{header.name}</code>
              </th>
              <td>{t(`keys.header.${header.text}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Paragraphs text={t('keys.rules')} />
      <table className={classes.table}>
        <caption className={classes.caption}>{t('keys.calls')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('keys.permission')}</th>
            <th scope="col">{t('keys.call')}</th>
          </tr>
        </thead>
        <tbody>
          {KEY_CALLS.map(({ permission, line }) => (
            <tr key={line}>
              <th scope="row">
                <code translate="no">{permission}</code>
              </th>
              <td>
                <code translate="no">{line}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Paragraphs text={t('keys.socket', { frame: 'subscribe_account' })} />
      {EXAMPLES.map(([name, example]) => (
        <Example
          key={name}
          heading="h3"
          title={t(`keys.example.${name}`)}
          text={example(base)}
          copyLabel={t('keys.copy', { name: t(`keys.example.${name}`) })}
        />
      ))}
    </TextSection>
  );
}
