import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isUnconfirmed, isVeiled } from '../../machines/session/index.ts';
import { Dialog, DialogActions } from '../components/dialog/Dialog.tsx';
import { useApp } from '../hooks/app.tsx';

/**
 * Hides the whole page after it slept, until the server has confirmed who is signed in: somebody else may sit before it
 * (guide: reliability, R7). What was typed stays underneath, and the focus comes back to where it was.
 */
export function Veil() {
  const { session } = useApp();
  const { pathname } = useLocation();
  const isShown = useSelector(session, isVeiled);
  // The page of an outage holds nothing of an account, and says itself that the server does not answer.
  return isShown && pathname !== '/maintenance' ? <Cover /> : null;
}

function Cover() {
  const { t } = useTranslation('common');
  const { session } = useApp();
  const isUnanswered = useSelector(session, isUnconfirmed);
  // Undone before the dialog closes, which gives the focus back: what is hidden takes none.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['veiled'] = '';
    return () => {
      delete dataset['veiled'];
    };
  }, []);
  return (
    <Dialog title={t('veil.title')} covers onClose={() => undefined}>
      <p aria-live="polite">{t(isUnanswered ? 'veil.unanswered' : 'veil.asking')}</p>
      <DialogActions>
        <button type="button" onClick={() => session.send({ type: 'user.signOut' })}>
          {t('shell.logout')}
        </button>
        {isUnanswered && (
          <button type="button" onClick={() => session.send({ type: 'user.retry' })}>
            {t('veil.retry')}
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}
