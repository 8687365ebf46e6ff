import { useTranslation } from 'react-i18next';
import { formatWalletValue } from '../../../domain/format.ts';
import { worthOf } from '../../../domain/wallet.ts';
import { usePreference } from '../../hooks/usePreference.ts';
import type { Wallet } from '../../hooks/useWallet.ts';
import { HiddenFigure } from './HiddenFigure.tsx';
import classes from './Wallet.module.css';

/** What everything is worth together, as far as prices are known; nothing where none is. */
export function Worth({ wallet: { rows, prices } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const [showsBalances] = usePreference('showBalances');
  const { usd, unvalued } = worthOf(rows ?? [], prices);
  if (usd === null) return null;
  return (
    <p className={classes.worth}>
      <span className={classes.worthName}>{t('worth.name')}</span>
      <strong className={classes.worthValue}>
        {showsBalances ? t('worth.value', { value: formatWalletValue(usd, 'USD') }) : <HiddenFigure />}
      </strong>
      {unvalued > 0 && <span className={classes.worthName}>{t('worth.unpriced', { count: unvalued })}</span>}
    </p>
  );
}
