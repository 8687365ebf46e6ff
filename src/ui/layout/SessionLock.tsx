import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSessionLock } from '../kit/useSession.ts';
import classes from './SessionLock.module.css';

/** Hides the page after sleep until the server confirms the session: another person may sit there (SESSION-07). */
export function SessionLock() {
  const { isLocked } = useSessionLock();
  const { pathname } = useLocation();
  // The maintenance page shows nothing of an account.
  return isLocked && pathname !== '/maintenance' ? <Cover /> : null;
}

/** Opens unasked, so no button gets the focus: a key meant for the page must press none. */
function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.focus();
}

// A native dialog, not that of the kit: it is part of every page, which would bring it 14 kB earlier.
function Cover() {
  const { t } = useTranslation();
  const { isUnconfirmed, retry, signOut } = useSessionLock();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  // Before the first paint: a native dialog is opened by a call.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    const { dataset } = document.documentElement;
    dataset.locked = '';
    if (element) show(element);
    return () => {
      // First: hidden elements cannot take the focus.
      delete dataset.locked;
      element?.close();
      // After a second opening the browser no longer knows what had the focus.
      if (before instanceof HTMLElement && document.activeElement !== before) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      tabIndex={-1}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => {
        // Browsers close it at a second Escape in spite of `preventDefault`.
        if (currentTarget.isConnected) show(currentTarget);
      }}
    >
      <h2 id={title}>{t('sessionLock.title')}</h2>
      <p aria-live="polite">{t(isUnconfirmed ? 'sessionLock.unanswered' : 'sessionLock.asking')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={signOut}>
          {t('shell.logout')}
        </Button>
        {isUnconfirmed && (
          <Button variant="default" onClick={retry}>
            {t('sessionLock.retry')}
          </Button>
        )}
      </div>
    </dialog>
  );
}
