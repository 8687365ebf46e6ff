import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import cells from './Cells.module.css';
import { useHeldWithdrawal } from './useHistory.ts';

/** Says that a withdrawal waits for the exchange, and cancels it after a question (HELD-05, HELD-06). */
export function HeldWithdrawal({ id }: { readonly id: string }) {
  const { t } = useTranslation('history');
  const { isBusy, cancel } = useHeldWithdrawal(id);
  const [isAsking, setAsking] = useState(false);
  const keep = (): void => setAsking(false);
  return (
    <>
      <span className={cells.minor}>{t('held.waiting')}</span>
      <button type="button" className={cells.cancel} disabled={isBusy} onClick={() => setAsking(true)}>
        {t(isBusy ? 'held.cancelling' : 'held.cancel')}
      </button>
      {isAsking && (
        <Dialog title={t('held.title')} onClose={keep}>
          <p>{t('held.text')}</p>
          <DialogActions>
            <button type="button" onClick={keep}>
              {t('held.keep')}
            </button>
            <button
              type="button"
              data-kind="danger"
              onClick={() => {
                keep();
                cancel();
              }}
            >
              {t('held.confirm')}
            </button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
