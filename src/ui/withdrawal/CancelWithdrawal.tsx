import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';

/** Cancels the GRIN withdrawal that waits, after a question: a reply on its way to the user would be lost work. */
export function CancelWithdrawal({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation('withdraw');
  const [isAsking, setAsking] = useState(false);
  const keep = (): void => setAsking(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        {t('cancel.open')}
      </Button>
      {isAsking && (
        <Dialog title={t('cancel.title')} onClose={keep}>
          <p>{t('cancel.text')}</p>
          <DialogActions>
            <button type="button" onClick={keep}>
              {t('cancel.keep')}
            </button>
            <button
              type="button"
              data-kind="danger"
              onClick={() => {
                keep();
                onCancel();
              }}
            >
              {t('cancel.confirm')}
            </button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
