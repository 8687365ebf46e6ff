import { useTranslation } from 'react-i18next';
import { SHARES, type OrderForm } from './useOrderForm.ts';
import classes from './OrderForm.module.css';

/** 25, 50, 75 and 100 % of the balance, rounded down to a valid amount (ORDER-05). */
export function Shares({ form }: { readonly form: OrderForm }) {
  const { t } = useTranslation('trade');
  return (
    <div className={classes.shares} role="group" aria-label={t('form.share')}>
      {SHARES.map((share) => {
        const quantity = form.shareOf(share);
        return (
          <button
            key={share}
            type="button"
            className={classes.share}
            translate={share === 100 ? undefined : 'no'}
            disabled={quantity === null}
            onClick={() => form.type(form.amount, quantity ?? '')}
          >
            {share === 100 ? t('form.max') : t('form.percent', { percent: share })}
          </button>
        );
      })}
    </div>
  );
}
