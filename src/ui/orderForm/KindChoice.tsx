import { useTranslation } from 'react-i18next';
import type { Side } from '../../domain/market.ts';
import { KINDS, type OrderForm } from './useOrderForm.ts';
import classes from './OrderForm.module.css';

interface KindChoiceProps {
  readonly form: OrderForm;
  readonly side: Side;
}

export function KindChoice({ form, side }: KindChoiceProps) {
  const { t } = useTranslation('trade');
  return (
    <div className={classes.kinds} role="radiogroup" aria-label={t('form.kind')}>
      {KINDS.map((kind) => (
        <label key={kind} className={classes.kind}>
          <input
            type="radio"
            name={`kind-${side}`}
            checked={form.kind === kind}
            onChange={() => form.chooseTerms({ kind })}
          />
          <span>{t(`form.${kind}`)}</span>
        </label>
      ))}
    </div>
  );
}
