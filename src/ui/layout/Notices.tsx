import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApp } from '../kit/app.tsx';
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

/** Notices that stay while they hold: offline, maintenance, expiring session, lost answers. */
export function Notices() {
  const { t } = useTranslation();
  const { isExpiring } = useSession();
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  const { outcomes, terms } = useApp();
  const maintenance = useSyncExternalStore(terms.listen, terms.maintenance, terms.maintenance);
  const open = useSyncExternalStore(outcomes.listen, outcomes.get, outcomes.get);
  return (
    <section className={classes.notices} aria-label={t('shell.notices')} aria-live="polite">
      {!isOnline && <p className={classes.warning}>{t('notice.offline')}</p>}
      {maintenance !== null && (
        <p className={classes.warning}>{t('notice.maintenance', { reason: maintenance })}</p>
      )}
      {isExpiring && <p className={classes.warning}>{t('notice.expiring')}</p>}
      {open.map(({ kind, of, path }) => (
        <p key={path} className={classes.warning}>
          {kind === 'order'
            ? t('notice.unknownOrder', { pair: of })
            : t('notice.unknownWithdrawal', { coin: of })}{' '}
          <Link to={path}>{t('notice.seeOutcome')}</Link>
        </p>
      ))}
    </section>
  );
}
