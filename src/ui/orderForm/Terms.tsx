import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair, Side } from '../../domain/market.ts';
import { TIMES_IN_FORCE } from '../../domain/order.ts';
import { TOLERANCES } from '../../machines/orderForm/index.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { KindChoice } from './KindChoice.tsx';
import type { OrderForm } from './useOrderForm.ts';
import classes from './OrderForm.module.css';

const HelpText = lazyPart(() => import('./HelpText.tsx'), 'HelpText');

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
  if (!offers.kinds && !offers.timeInForce && !offers.postOnly && !offers.stop) return null;
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
      {offers.stop && (
        <label className={classes.kind}>
          <input
            type="checkbox"
            checked={text.isStop}
            onChange={(event) => chooseTerms({ isStop: event.currentTarget.checked })}
          />
          <span>{t('form.stop')}</span>
        </label>
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
      {!isLimit && offers.protection && !form.isStop && (
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

/** What the types and options mean, loaded when it is opened (TYPE-07). */
function Help({ offers, coin }: Pick<OrderForm, 'offers'> & { readonly coin: string }) {
  const { t } = useTranslation('trade');
  const [isOpened, setOpened] = useState(false);
  return (
    <details className={classes.help} onToggle={() => setOpened(true)}>
      <summary aria-label={t('form.help.open')}>?</summary>
      {isOpened && (
        <Suspense fallback={null}>
          <HelpText offers={offers} coin={coin} />
        </Suspense>
      )}
    </details>
  );
}
