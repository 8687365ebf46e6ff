import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './Wallet.module.css';

/** Whether coins wait for a refund address (WALLET-03); nothing when none requires one. */
export function RefundBanner({ required, missing }: { readonly required: number; readonly missing: number }) {
  const { t } = useTranslation('wallet');
  if (required === 0) return null;
  const isComplete = missing === 0;
  return (
    <section className={classes.banner} data-complete={isComplete} aria-label={t('banner.name')}>
      <p>{isComplete ? t('banner.complete') : t('banner.missing', { count: missing })}</p>
      <Link to="/refund-addresses" className={classes.bannerLink}>
        {t(isComplete ? 'banner.manage' : 'banner.setUp')}
      </Link>
    </section>
  );
}
