import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../kit/app.tsx';
import { Example } from './EndpointCard.tsx';
import { curlExample, KEY_CALLS, KEY_HEADERS, nodeExample, socketExample } from './keyExamples.ts';
import { Paragraphs, TextSection } from './TextPage.tsx';
import { TextTable } from './TextTable.tsx';

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
      <TextTable
        caption={t('keys.headers')}
        isCaptionShown
        columns={[t('name'), t('about')]}
        rows={KEY_HEADERS.map(({ name, text }) => [
          name,
          <code key="name" translate="no">
            {name}
          </code>,
          t(`keys.header.${text}`),
        ])}
      />
      <Paragraphs text={t('keys.rules')} />
      <TextTable
        caption={t('keys.calls')}
        isCaptionShown
        columns={[t('keys.permission'), t('keys.call')]}
        rows={KEY_CALLS.map(({ permission, line }) => [
          line,
          <code key="permission" translate="no">
            {permission}
          </code>,
          <code key="call" translate="no">
            {line}
          </code>,
        ])}
      />
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
