import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { minuteText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import type { ProvenCoin } from '../../domain/solvency/proof.ts';
import { unitsAsText } from '../../domain/solvency/statement.ts';
import type { CheckedProof } from '../../machines/solvency/solvency.machine.ts';
import { Choice } from '../kit/Choice.tsx';
import { Message } from '../kit/Message.tsx';
import { comingFrom } from '../kit/pageState.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { TextSection } from '../publicPages/TextPage.tsx';
import { TextTable } from '../publicPages/TextTable.tsx';
import { Moment } from './Published.tsx';
import classes from './Solvency.module.css';
import type { Solvency } from './useSolvency.ts';

interface Props {
  readonly solvency: Solvency;
  readonly isVisitor: boolean;
}

/** The user's own check, calculated in this browser (SOLVENCY-07). */
export function OwnBalances({ solvency, isVisitor }: Props) {
  const { t } = useTranslation('solvency');
  const sayFailure = useFailureText();
  const { stage, kept, tree, choose, checked, failure, send } = solvency;
  if (kept.length === 0) return null;
  return (
    <TextSection title={t('own.title')}>
      <p className={classes.note}>{t('own.text')}</p>
      {isVisitor ? (
        <p>
          <Link to="/login" state={comingFrom('/solvency')}>
            {t('own.signIn')}
          </Link>
        </p>
      ) : (
        <Group gap="8px 16px" my="sm" data-stage={stage}>
          <Choice
            isInline
            label={t('own.tree')}
            value={tree}
            options={kept.map((one) => ({
              value: String(one.number),
              label: t('own.option', { number: one.number, time: minuteText(one.at) ?? DASH }),
            }))}
            onChoose={choose}
          />
          <Button
            disabled={stage === 'checking' || stage === 'saving'}
            onClick={() => send({ type: 'user.check', number: Number(tree) })}
          >
            {t(stage === 'checking' ? 'own.checking' : 'own.check')}
          </Button>
        </Group>
      )}
      {stage === 'failed' && (
        <Message kind="failure">
          <p>{t('own.failed')}</p>
          {failure && <p>{sayFailure(failure)}</p>}
        </Message>
      )}
      {checked && <Checked checked={checked} />}
      {checked && (
        <Group component="p" gap="8px 16px" my="sm">
          <Button variant="default" disabled={stage === 'saving'} onClick={() => send({ type: 'user.save' })}>
            {t('own.save')}
          </Button>
          <span className={classes.note}>{t('own.saveHint')}</span>
        </Group>
      )}
    </TextSection>
  );
}

function Checked({ checked: { statement, verdict } }: { readonly checked: CheckedProof }) {
  const { t } = useTranslation('solvency');
  if (!verdict.isProven) {
    const { fault, coin } = verdict;
    return (
      <Message kind={fault === 'absent' ? 'warning' : 'failure'}>
        <p>
          {t('own.notProven')} <Moment time={statement.at} />
        </p>
        <p>{t(`fault.${fault}`, { coin: coin ?? '' })}</p>
      </Message>
    );
  }
  const uncovered = verdict.coins.filter(({ isCovered }) => !isCovered).map(({ coin }) => coin);
  return (
    <>
      <Message kind="success">
        <p>
          {t('own.proven')} <Moment time={statement.at} />
        </p>
        <p>{t('own.sums')}</p>
      </Message>
      {uncovered.length === 0 ? (
        <p className={classes.note}>{t('own.covered')}</p>
      ) : (
        <Message kind="warning">{t('own.uncovered', { coins: uncovered.join(', ') })}</Message>
      )}
      <Amounts coins={verdict.coins} />
    </>
  );
}

function Amounts({ coins }: { readonly coins: readonly ProvenCoin[] }) {
  const { t } = useTranslation('solvency');
  return (
    <TextTable
      caption={t('own.compare')}
      isCaptionShown
      columns={[t('word.coin'), t('column.amount')]}
      hasFigures
      rows={coins.map(({ coin, amount }) => [coin, coin, unitsAsText(amount)])}
    />
  );
}
