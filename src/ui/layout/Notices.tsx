import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useSession } from '../kit/useSession.ts';
import classes from './Notices.module.css';

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Notices that stay while they hold: sandbox, offline, expiring session, lost answers. */
export function Notices() {
  const { t } = useTranslation('common');
  const { sandbox: isSandbox } = useCapabilities();
  const { isExpiring } = useSession();
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  const { outcomes } = useApp();
  const open = useSyncExternalStore(outcomes.listen, outcomes.get, outcomes.get);
  return (
    <section className={classes.notices} aria-label={t('shell.notices')} aria-live="polite">
      <div className={classes.warnings}>
        {!isOnline && <p className={classes.warning}>{t('notice.offline')}</p>}
        {isExpiring && <p className={classes.warning}>{t('notice.expiring')}</p>}
        {open.map(({ kind, of, path }) => (
          <p key={path} className={classes.warning}>
            {kind === 'order'
              ? t('notice.unknownOrder', { pair: of })
              : t('notice.unknownWithdrawal', { coin: of })}{' '}
            <Link to={path}>{t('notice.seeOutcome')}</Link>
          </p>
        ))}
      </div>
      {isSandbox && <p className={classes.sandbox}>{t('notice.sandbox')}</p>}
    </section>
  );
}
