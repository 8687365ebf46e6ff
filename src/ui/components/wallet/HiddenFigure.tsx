import { useTranslation } from 'react-i18next';
import classes from './Wallet.module.css';

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
