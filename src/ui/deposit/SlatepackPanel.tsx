import { Button, Stack } from '@mantine/core';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { isOutcomeUnknown } from '../../domain/failure.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useSlatepackFaultText } from '../kit/useFaultText.ts';
import { type SlatepackDeposit, useSlatepackDeposit } from './useDeposit.ts';
import { LongText } from '../kit/LongText.tsx';
import section from '../kit/Section.module.css';
import { Message } from '../kit/Message.tsx';
import classes from './Deposit.module.css';
import { Copier } from '../history/copier.tsx';
import { DepositState } from '../history/DepositState.tsx';
import { LatestDeposits } from './LatestDeposits.tsx';
import { SignedPanel } from './SignedPanel.tsx';
import { SlatepackVerdict } from './SlatepackVerdict.tsx';

const STEPS = ['send', 'paste', 'finalize'] as const;

interface Props {
  readonly coin: Coin;
  /** The id of the deposit to resume; null for a new one. */
  readonly resumed?: string | null;
}

/** A GRIN deposit: paste, submit, finalize (DEPOSIT-05). A refused text stays in the field. */
export function SlatepackPanel({ coin, resumed = null }: Props) {
  const { t } = useTranslation('deposit');
  const sayFault = useSlatepackFaultText();
  const sayFailure = useFailureText();
  const deposit = useSlatepackDeposit(coin.minDepositAmount, resumed);
  const [text, setText] = useState('');
  const [fault, steps] = [useId(), useId()];
  const { phase, mistake, failure, signed, answer } = deposit;
  const isUnknown = failure !== null && isOutcomeUnknown(failure);
  const isBusy = phase === 'submitting';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (phase === 'pasting') deposit.send({ type: 'user.submit', privateText: text });
  }
  return (
    <Stack component="section" gap="md" aria-label={t('slatepack.region')}>
      <h2 id={steps}>{t('slatepack.steps.name')}</h2>
      <Stack component="ol" gap={4} c="dimmed" className={classes.steps ?? ''} aria-labelledby={steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(`slatepack.steps.${step}`)}</li>
        ))}
      </Stack>
      <Resumed coin={coin.ticker} deposit={deposit} />
      {!deposit.isResumed && (
        <form className={`${section.form} ${classes.form}`} noValidate onSubmit={submit}>
          <LongText
            label={t('slatepack.message')}
            rows={6}
            placeholder={t('slatepack.hint')}
            readOnly={phase !== 'pasting'}
            error={mistake !== null}
            faultId={fault}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              deposit.send({ type: 'user.edit' });
            }}
          />
          <div id={fault}>
            {mistake === null ? (
              phase === 'pasting' && (
                <SlatepackVerdict text={text} minimum={coin.minDepositAmount} answer={answer} />
              )
            ) : (
              <Message kind="failure">{sayFault(mistake)}</Message>
            )}
            {failure && (
              <Message kind="failure">
                <p>{t(isUnknown ? 'slatepack.unknown' : 'slatepack.failed')}</p>
                {!isUnknown && <p>{sayFailure(failure)}</p>}
              </Message>
            )}
          </div>
          {signed === null && (
            <Button type="submit" className={section.action ?? ''} disabled={isBusy}>
              {t(isBusy ? 'slatepack.submitting' : 'slatepack.submit')}
            </Button>
          )}
        </form>
      )}
      {signed && (
        <SignedPanel
          coin={coin.ticker}
          signed={signed}
          phase={phase}
          onStartOver={() => {
            setText('');
            deposit.send({ type: 'user.startOver' });
          }}
        />
      )}
      <LatestDeposits coin={coin} exceptId={signed?.depositId ?? null} />
    </Stack>
  );
}

interface ResumedProps {
  readonly coin: string;
  readonly deposit: SlatepackDeposit;
}

/** An earlier one: being read, unreadable, or no longer waiting for the wallet (DEPOSIT-14). */
function Resumed({ coin, deposit: { phase, failure, progress, send } }: ResumedProps) {
  const { t } = useTranslation('deposit');
  const sayFailure = useFailureText();
  if (phase === 'resuming') return <p role="status">{t('resume.reading')}</p>;
  if (phase !== 'unread' && !progress) return null;
  return (
    <Message kind={progress ? 'info' : 'warning'}>
      <p>{t(progress ? 'resume.settled' : 'resume.unread')}</p>
      {failure && <p>{sayFailure(failure)}</p>}
      {progress && (
        <Copier>
          <DepositState deposit={{ ...progress, currency: coin }} />
        </Copier>
      )}
      <div className={section.buttons}>
        {!progress && (
          <Button variant="default" onClick={() => send({ type: 'user.retry' })}>
            {t('word.checkAgain')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => send({ type: 'user.startOver' })}>
          {t('slatepack.another')}
        </Button>
      </div>
    </Message>
  );
}
