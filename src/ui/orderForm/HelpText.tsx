import { useTranslation } from 'react-i18next';
import { readTypedDecimal } from '../../domain/typedDecimal.ts';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useAskAbove } from '../kit/usePreference.ts';
import classes from './OrderForm.module.css';
import type { OrderForm } from './useOrderForm.ts';

const SUBJECTS = ['market', 'stop', 'timeInForce', 'postOnly', 'own'] as const;

/** What the types and options mean, and what happens when an order meets one's own (TYPE-07). */
export function HelpText({ offers, coin }: Pick<OrderForm, 'offers'> & { readonly coin: string }) {
  const { t } = useTranslation('trade');
  const [askAbove, changeAskAbove] = useAskAbove(coin);
  const decimalComma = useDecimalComma();
  const isUnreadable = askAbove !== '' && !readTypedDecimal(askAbove, { decimalComma }).ok;
  const isShown = {
    market: offers.protection,
    stop: offers.stop,
    timeInForce: offers.timeInForce,
    postOnly: offers.postOnly,
    own: true,
  };
  return (
    <div className={classes.helpText}>
      <dl>
        {SUBJECTS.filter((subject) => isShown[subject]).map((subject) => (
          <div key={subject}>
            <dt>{t(`form.help.${subject}.title`)}</dt>
            <dd>{t(`form.help.${subject}.text`)}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.kind}>
        <span>{t('form.askAbove', { coin })}</span>
        <input
          className={classes.choice}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isUnreadable}
          value={askAbove}
          onChange={(event) => changeAskAbove(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would press the form's button.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </label>
      {isUnreadable && (
        <p className={classes.error} role="alert">
          {t('form.askAboveInvalid')}
        </p>
      )}
    </div>
  );
}
