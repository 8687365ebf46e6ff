import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isoText, momentText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { coverage, isCovered, type SolvencyStatement, unitsAsText } from '../../domain/solvency/statement.ts';
import { Grouped } from '../kit/Figure.tsx';
import { Message } from '../kit/Message.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { TextSection } from '../publicPages/TextPage.tsx';
import { TextTable } from '../publicPages/TextTable.tsx';
import classes from './Solvency.module.css';
import type { Solvency } from './useSolvency.ts';

/** Amounts owed and held, by coin (SOLVENCY-06). */
export function Published({ solvency }: { readonly solvency: Solvency }) {
  const { t } = useTranslation('solvency');
  const sayFailure = useFailureText();
  const { stage, statements, failure, send } = solvency;
  const [newest] = statements;
  if (stage === 'loading') return <Loading />;
  if (stage === 'unread')
    return (
      <Message kind="failure">
        <p>{t('unread')}</p>
        {failure && <p>{sayFailure(failure)}</p>}
        <Button variant="default" onClick={() => send({ type: 'user.retry' })}>
          {t('word.retry')}
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

/** The following part waits below the window, so that nothing in it moves when the figures come. */
export function Loading() {
  const { t } = useTranslation('solvency');
  return (
    <p className={classes.loading} role="status">
      {t('loading')}
    </p>
  );
}

export function Moment({ time }: { readonly time: number }) {
  const { t } = useTranslation('solvency');
  const language = useCurrentLanguage();
  return (
    <time dateTime={isoText(time) ?? ''}>
      {t('word.timeUtc', { time: momentText(time, language) ?? DASH })}
    </time>
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
      <TextTable
        caption={t('published.title')}
        columns={[t('word.coin'), t('column.owed'), t('column.reserves'), t('column.coverage')]}
        hasFigures
        rows={statement.coins.map((coin) => [
          coin.coin,
          coin.coin,
          <Grouped key="owed" text={unitsAsText(coin.owed)} />,
          <Grouped key="reserves" text={unitsAsText(coin.reserves)} />,
          <span key="coverage" data-direction={isCovered(coin) ? 'up' : 'down'}>
            {coverage(coin) === null ? DASH : t('word.percent', { percent: coverage(coin) })}
          </span>,
        ])}
      />
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
      <TextTable
        caption={t('history.title')}
        columns={[t('column.number'), t('column.time'), t('column.hash')]}
        rows={statements.map(({ number, at, hash }) => [
          hash,
          number,
          <Moment key="time" time={at} />,
          <span key="hash" className={classes.hash} translate="no">
            {hash}
          </span>,
        ])}
      />
    </TextSection>
  );
}
