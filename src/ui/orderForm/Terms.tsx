import { useTranslation } from 'react-i18next';
import type { Pair, Side } from '../../domain/market.ts';
import { TIMES_IN_FORCE } from '../../domain/order.ts';
import { readTypedDecimal } from '../../domain/typedDecimal.ts';
import { TOLERANCES } from '../../machines/orderForm/index.ts';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useAskAbove } from '../kit/usePreference.ts';
import { KindChoice } from './KindChoice.tsx';
import type { OrderForm } from './useOrderForm.ts';
import classes from './OrderForm.module.css';

interface TermsProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
}

/** Type and options in one row, each where the server offers it (TYPE-06). */
export function Terms({ form, pair, side }: TermsProps) {
  const { t } = useTranslation('trade');
  const { kind, text, offers, chooseTerms } = form;
  const isLimit = kind === 'limit';
  if (!offers.kinds && !offers.timeInForce && !offers.postOnly) return null;
  return (
    <div className={classes.terms}>
      {offers.kinds && <KindChoice form={form} side={side} />}
      {isLimit && offers.timeInForce && (
        <Choice
          label={t('form.timeInForce')}
          value={text.timeInForce}
          among={TIMES_IN_FORCE}
          wordsOf={(time) => t(`form.time.${time}`)}
          onChoose={(timeInForce) => chooseTerms({ timeInForce })}
        />
      )}
      {isLimit && offers.postOnly && (
        <label className={classes.kind}>
          <input
            type="checkbox"
            checked={text.isPostOnly}
            onChange={(event) => chooseTerms({ isPostOnly: event.currentTarget.checked })}
          />
          <span>{t('form.postOnly')}</span>
        </label>
      )}
      {!isLimit && offers.protection && (
        <Choice
          label={t('form.tolerance')}
          value={text.tolerance}
          among={TOLERANCES}
          wordsOf={(percent) => t('form.within', { percent })}
          onChoose={(tolerance) => chooseTerms({ tolerance })}
        />
      )}
      {offers.comforts && <Help offers={offers} coin={pair.quote} />}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly among: readonly Value[];
  readonly wordsOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

/** The browser's own list: it fits a row of 24 pixels and every keyboard. */
function Choice<Value extends string>({ label, value, among, wordsOf, onChoose }: ChoiceProps<Value>) {
  return (
    <select
      className={classes.choice}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => {
        const chosen = among.find((one) => one === event.currentTarget.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      {among.map((one) => (
        <option key={one} value={one}>
          {wordsOf(one)}
        </option>
      ))}
    </select>
  );
}

const SUBJECTS = ['market', 'timeInForce', 'postOnly', 'own'] as const;

/** What the types and options mean, and what happens when an order meets one's own (TYPE-07). */
function Help({ offers, coin }: Pick<OrderForm, 'offers'> & { readonly coin: string }) {
  const { t } = useTranslation('trade');
  const [askAbove, changeAskAbove] = useAskAbove(coin);
  const decimalComma = useDecimalComma();
  const isUnreadable = askAbove !== '' && !readTypedDecimal(askAbove, { decimalComma }).ok;
  const isShown = {
    market: offers.protection,
    timeInForce: offers.timeInForce,
    postOnly: offers.postOnly,
    own: true,
  };
  return (
    <details className={classes.help}>
      <summary aria-label={t('form.help.open')}>?</summary>
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
    </details>
  );
}
