import { useTranslation } from 'react-i18next';
import { formatWalletValue } from '../../domain/format.ts';
import { worthOf } from './walletRows.ts';
import { usePreference } from '../kit/usePreference.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './Wallet.module.css';
import type { Wallet } from './useWallet.ts';

const MASK = '••••••';

/** Stands for a figure that the user hides. The same for every figure: its length tells nothing. */
export function HiddenFigure() {
  const { t } = useTranslation('wallet');
  return (
    <>
      <span className={classes.mask} aria-hidden="true">
        {MASK}
      </span>
      <span className="visually-hidden">{t('table.hidden')}</span>
    </>
  );
}

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
        {showsBalances ? (
          <span translate="no">
            <Grouped text={t('worth.value', { value: formatWalletValue(usd, 'USD') })} />
          </span>
        ) : (
          <HiddenFigure />
        )}
      </strong>
      {unvalued > 0 && <span className={classes.worthName}>{t('worth.unpriced', { count: unvalued })}</span>}
    </p>
  );
}
