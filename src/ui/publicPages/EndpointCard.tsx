import { Button, Paper } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../kit/useCopy.ts';
import classes from './ApiDocs.module.css';
import type { ENDPOINTS } from './endpoints.ts';
import { TextTable } from './TextTable.tsx';

type Endpoint = (typeof ENDPOINTS)[number];

interface Props {
  readonly endpoint: Endpoint;
  /** Without a trailing slash. */
  readonly base: string;
}

export function EndpointCard({ endpoint, base }: Props) {
  const { t } = useTranslation('apidocs');
  const title = useId();
  const request = `curl -H 'Accept: application/json' '${base}${endpoint.example}'`;
  return (
    <Paper component="article" className={classes.card ?? ''} aria-labelledby={title}>
      <h3 className={classes.path} id={title}>
        <span className={classes.method}>{endpoint.method}</span>
        <code translate="no">{endpoint.path}</code>
      </h3>
      <p>{t(`endpoint.${endpoint.name}.text`)}</p>
      <Parameters endpoint={endpoint} />
      <Example title={t('request')} text={request} copyLabel={t('copyRequest', { path: endpoint.path })} />
      <h4>{t('answer')}</h4>
      <pre translate="no" className={classes.code}>
        {written(endpoint.answer)}
      </pre>
    </Paper>
  );
}

const written = (answer: unknown): string =>
  JSON.stringify(answer, null, 2).replaceAll(/\[\s+("[^"]*"),\s+("[^"]*")\s+\]/g, '[$1, $2]');

interface ExampleProps {
  /** That follows the heading above it. */
  readonly heading?: 'h3' | 'h4';
  readonly title: string;
  readonly text: string;
  readonly copyLabel: string;
}

/** An example that can be copied. */
export function Example({ heading: Heading = 'h4', title, text, copyLabel }: ExampleProps) {
  return (
    <>
      <div className={classes.example}>
        <Heading>{title}</Heading>
        <CopyRequest text={text} label={copyLabel} />
      </div>
      <pre translate="no" className={classes.code}>
        {text}
      </pre>
    </>
  );
}

/** Shows "Copied!" for two seconds (PUBLIC-12). */
function CopyRequest({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation('apidocs');
  const { isCopied, copy } = useCopy();
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={isCopied ? t('copied') : label}
      onClick={() => copy(text)}
    >
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  );
}

function Parameters({ endpoint }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation('apidocs');
  if (endpoint.parameters.length === 0) return <p className={classes.quiet}>{t('noParameters')}</p>;
  return (
    <TextTable
      caption={t('parameters')}
      isCaptionShown
      columns={[t('name'), t('type'), t('need'), t('about')]}
      rows={endpoint.parameters.map(({ name, type, isRequired }) => [
        name,
        <code key="name" translate="no">
          {name}
        </code>,
        t(`kind.${type}`),
        t(isRequired ? 'required' : 'optional'),
        t(`parameter.${name}`),
      ])}
    />
  );
}
