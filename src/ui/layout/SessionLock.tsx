import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { useSessionLock } from '../kit/useSession.ts';

/**
 * Hides the whole page after it slept, until the server has confirmed who is signed in: somebody else may sit before it
 * (SESSION-07). What was typed stays underneath, and the focus comes back to where it was.
 */
export function SessionLock() {
  const { isLocked } = useSessionLock();
  const { pathname } = useLocation();
  // The page of an outage holds nothing of an account, and says itself that the server does not answer.
  return isLocked && pathname !== '/maintenance' ? <Cover /> : null;
}

function Cover() {
  const { t } = useTranslation('common');
  const { isUnconfirmed, retry, signOut } = useSessionLock();
  // Undone before the dialog closes, which gives the focus back: what is hidden takes none.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.locked = '';
    return () => {
      delete dataset.locked;
    };
  }, []);
  return (
    <Dialog title={t('sessionLock.title')} covers onClose={() => undefined}>
      <p aria-live="polite">{t(isUnconfirmed ? 'sessionLock.unanswered' : 'sessionLock.asking')}</p>
      <DialogActions>
        <button type="button" onClick={signOut}>
          {t('shell.logout')}
        </button>
        {isUnconfirmed && (
          <button type="button" onClick={retry}>
            {t('sessionLock.retry')}
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}
