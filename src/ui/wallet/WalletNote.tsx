import { useTranslation } from 'react-i18next';
import { clockText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import type { Wallet } from './useWallet.ts';
import classes from './Wallet.module.css';

/** Why there is nothing to show, or since when it is old, and how to try again (WALLET-05). */
export function WalletNote({ wallet: { rows, failure, updatedAt, retry } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const sayFailure = useFailureText();
  if (failure === null) return null;
  const isOld = rows !== null && updatedAt !== null;
  return (
    <div className={classes.note} role={isOld ? 'status' : 'alert'}>
      {isOld ? (
        <span>{t('stale', { time: clockText(updatedAt) ?? DASH })}</span>
      ) : (
        <span>
          {t('failed')}
          <span className={classes.cause}>{sayFailure(failure)}</span>
        </span>
      )}
      <button type="button" className={classes.clear} onClick={retry}>
        {t('retry')}
      </button>
    </div>
  );
}
