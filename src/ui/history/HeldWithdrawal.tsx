import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '../kit/Question.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import cells from './Cells.module.css';
import { useHeldWithdrawal } from './useHistory.ts';

/** Says that a withdrawal waits for the exchange, and cancels it after a question (HELD-05, HELD-06). */
export function HeldWithdrawal({ id }: { readonly id: string }) {
  const { t } = useTranslation('history');
  const failureText = useFailureText();
  const { isBusy, uncertain, send } = useHeldWithdrawal(id);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <span className={cells.minor}>{t('held.waiting')}</span>
      <Button variant="default" size="xs" disabled={isBusy} onClick={() => setAsking(true)}>
        {t(isBusy ? 'held.cancelling' : 'held.cancel')}
      </Button>
      {uncertain && (
        <span role="status" className={cells.minor}>
          {failureText(uncertain)} {t('held.mayWait')}
        </span>
      )}
      {isAsking && (
        <Question
          title={t('held.title')}
          text={t('held.text')}
          keep={t('held.keep')}
          confirm={t('held.confirm')}
          onKeep={() => setAsking(false)}
          onConfirm={() => send({ type: 'user.cancel' })}
        />
      )}
    </>
  );
}
