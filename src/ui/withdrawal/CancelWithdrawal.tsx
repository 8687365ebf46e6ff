import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '../kit/Question.tsx';

/** Cancels the GRIN withdrawal that waits, after a question: a reply on its way to the user would be lost work. */
export function CancelWithdrawal({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation('withdraw');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        {t('cancel.open')}
      </Button>
      {isAsking && (
        <Question
          title={t('cancel.title')}
          text={t('cancel.text')}
          keep={t('cancel.keep')}
          confirm={t('cancel.confirm')}
          onKeep={() => setAsking(false)}
          onConfirm={onCancel}
        />
      )}
    </>
  );
}
