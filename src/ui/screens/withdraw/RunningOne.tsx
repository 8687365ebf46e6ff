import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Message } from '../../components/message/Message.tsx';
import type { Withdrawing } from '../../hooks/useWithdrawal.ts';
import classes from './Withdraw.module.css';

/** A GRIN withdrawal waits for its reply, and the way back to it. */
export function RunningOne({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  return (
    <Message kind="warning">
      <p>{t('form.running')}</p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={withdrawing.resume}>
          {t('form.resume')}
        </Button>
      </div>
    </Message>
  );
}
