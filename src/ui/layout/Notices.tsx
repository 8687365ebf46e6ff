import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../hooks/useRead.ts';
import { useSession } from '../hooks/useSession.ts';
import classes from './Notices.module.css';

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** What is true of every page for as long as it is: the sandbox, no network, a session that ends. */
export function Notices() {
  const { t } = useTranslation('common');
  const { data: isSandbox } = useRead('sandbox', undefined);
  const { isExpiring } = useSession();
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  return (
    <section className={classes['notices']} aria-label={t('shell.notices')} aria-live="polite">
      {!isOnline && <p className={classes['warning']}>{t('notice.offline')}</p>}
      {isExpiring && <p className={classes['warning']}>{t('notice.expiring')}</p>}
      {isSandbox && <p className={classes['sandbox']}>{t('notice.sandbox')}</p>}
    </section>
  );
}
