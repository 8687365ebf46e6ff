import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { useSessionLock } from '../kit/useSession.ts';

/** Hides the page after sleep until the server confirms the session: another person may sit there (SESSION-07). */
export function SessionLock() {
  const { isLocked } = useSessionLock();
  const { pathname } = useLocation();
  // The maintenance page shows nothing of an account.
  return isLocked && pathname !== '/maintenance' ? <Cover /> : null;
}

function Cover() {
  const { t } = useTranslation('common');
  const { isUnconfirmed, retry, signOut } = useSessionLock();
  // Before the dialog closes and gives the focus back: hidden elements cannot take it.
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
