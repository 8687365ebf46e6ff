import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isoText, momentText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { coverage, isCovered, type SolvencyStatement, unitsAsText } from '../../domain/solvency/statement.ts';
import { Message } from '../kit/Message.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { TextSection } from '../publicPages/TextPage.tsx';
import classes from './Solvency.module.css';
import type { Solvency } from './useSolvency.ts';

/** What is owed and what is there, by coin (SOLVENCY-06). */
export function Published({ solvency }: { readonly solvency: Solvency }) {
  const { t } = useTranslation('solvency');
  const sayFailure = useFailureText();
  const { stage, statements, failure, retry } = solvency;
  const [newest] = statements;
  if (stage === 'loading') return <p role="status">{t('loading')}</p>;
  if (stage === 'unread')
    return (
      <Message kind="failure">
        <p>{t('unread')}</p>
        {failure && <p>{sayFailure(failure)}</p>}
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </Message>
    );
  if (!newest) return <p role="status">{t('none')}</p>;
  return (
    <TextSection title={t('published.title')}>
      <Coins statement={newest} />
      <Seals statement={newest} />
    </TextSection>
  );
}

export function Moment({ time }: { readonly time: number }) {
  const { t } = useTranslation('solvency');
  const language = useCurrentLanguage();
  return (
    <time dateTime={isoText(time) ?? ''}>{t('time', { time: momentText(time, language) ?? DASH })}</time>
  );
}

function Coins({ statement }: { readonly statement: SolvencyStatement }) {
  const { t } = useTranslation('solvency');
  const { sandbox } = useCapabilities();
  return (
    <>
      <p className={classes.note}>
        {t('published.asOf')} <Moment time={statement.at} />. {sandbox && t('published.simulated')}
      </p>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('published.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.coin')}</th>
            <th scope="col">{t('column.owed')}</th>
            <th scope="col">{t('column.reserves')}</th>
            <th scope="col">{t('column.coverage')}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {statement.coins.map((coin) => (
            <tr key={coin.coin}>
              <th scope="row">{coin.coin}</th>
              <td data-label={t('column.owed')}>{unitsAsText(coin.owed)}</td>
              <td data-label={t('column.reserves')}>{unitsAsText(coin.reserves)}</td>
              <td data-label={t('column.coverage')} data-covered={isCovered(coin)}>
                {coverage(coin) === null ? DASH : t('percent', { percent: coverage(coin) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Seals({ statement }: { readonly statement: SolvencyStatement }) {
  const { t } = useTranslation('solvency');
  return (
    <details className={classes.details}>
      <summary>{t('seals.title', { number: statement.number })}</summary>
      <dl className={classes.seals}>
        <dt>{t('seals.statement')}</dt>
        <dd translate="no">{statement.hash}</dd>
        <dt>{t('seals.previous')}</dt>
        <dd translate="no">{statement.previous}</dd>
        <dt>{t('seals.ledger', { number: statement.ledgerNumber })}</dt>
        <dd translate="no">{statement.ledgerHash}</dd>
        {statement.coins.map(({ coin, root }) => (
          <div key={coin}>
            <dt>{t('seals.root', { coin })}</dt>
            <dd translate="no">{root}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The statements before. */
export function History({ statements }: { readonly statements: readonly SolvencyStatement[] }) {
  const { t } = useTranslation('solvency');
  if (statements.length === 0) return null;
  return (
    <TextSection title={t('history.title')}>
      <p className={classes.note}>{t('history.text')}</p>
      <table className={classes.table} data-list="seals">
        <caption className="visually-hidden">{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.number')}</th>
            <th scope="col">{t('column.time')}</th>
            <th scope="col">{t('column.hash')}</th>
          </tr>
        </thead>
        <tbody>
          {statements.map(({ number, at, hash }) => (
            <tr key={number}>
              <th scope="row" translate="no">
                {number}
              </th>
              <td>
                <Moment time={at} />
              </td>
              <td className={classes.hash} translate="no">
                {hash}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TextSection>
  );
}
