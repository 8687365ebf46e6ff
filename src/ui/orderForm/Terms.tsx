import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Side } from '../../domain/market.ts';
import { TIMES_IN_FORCE } from '../../domain/order.ts';
import { type OrderTerms, TOLERANCES, withTerms } from '../../machines/orderForm/orderDraft.rules.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { editDraft, type OrderForm } from './useOrderForm.ts';
import classes from './OrderForm.module.css';

const HelpText = lazyPart(() => import('./HelpText.tsx'), 'HelpText');

const PLAIN = { kind: 'limit', isStop: false, isIceberg: false, isOco: false, isTrailing: false } as const;

const TYPES = {
  limit: PLAIN,
  market: { ...PLAIN, kind: 'market' },
  stopLimit: { ...PLAIN, isStop: true },
  stopMarket: { ...PLAIN, kind: 'market', isStop: true },
  trailing: { ...PLAIN, kind: 'market', isTrailing: true },
  iceberg: { ...PLAIN, isIceberg: true },
  oco: { ...PLAIN, isOco: true },
} as const;
const NAMES = Object.keys(TYPES) as (keyof typeof TYPES)[];
const FLAGS = ['kind', 'isStop', 'isIceberg', 'isOco', 'isTrailing'] as const;

/** Opens a dialog (LADDER-01). */
const LADDER = 'ladder';

/** The amount of a market buy (TYPE-10). */
const AMOUNTS = ['total', 'quantity'] as const;

interface TermsProps {
  readonly form: OrderForm;
  readonly side: Side;
  readonly onSettings: () => void;
  readonly onLadder: () => void;
}

/** Type and options in one row, each where the server offers it (TYPE-06). */
export function Terms({ form, side, onSettings, onLadder }: TermsProps) {
  const { t } = useTranslation('trade');
  const { draft, offers } = form;
  const isLimit = draft.kind === 'limit';
  const isStop = draft.isStop || draft.isTrailing;
  const chooseTerms = (terms: Partial<OrderTerms>): void =>
    editDraft(form.ref, (one) => withTerms(one, terms));
  const types = NAMES.filter(
    (type) =>
      (offers.kinds || TYPES[type].kind === 'limit') &&
      (offers.stop || !TYPES[type].isStop) &&
      (offers.iceberg || !TYPES[type].isIceberg) &&
      (offers.oco || !TYPES[type].isOco) &&
      (offers.trailing || !TYPES[type].isTrailing),
  );
  const chosen = types.find((type) => FLAGS.every((flag) => TYPES[type][flag] === draft[flag])) ?? 'limit';
  if (types.length === 1 && !offers.timeInForce && !offers.postOnly) return null;
  return (
    <div className={classes.terms}>
      <Choice
        label={t('form.kind')}
        value={chosen}
        among={[...types, LADDER]}
        wordsOf={(type) => (type === LADDER ? t('ladder.entry') : t(`form.${type}`))}
        onChoose={(type) => (type === LADDER ? onLadder() : chooseTerms(TYPES[type]))}
      />
      {isLimit && offers.timeInForce && (
        <Choice
          label={t('form.timeInForce')}
          value={draft.timeInForce}
          among={TIMES_IN_FORCE}
          wordsOf={(time) => t(`form.time.${time}`)}
          onChoose={(timeInForce) => chooseTerms({ timeInForce })}
        />
      )}
      {isLimit && offers.postOnly && (
        <label className={classes.kind}>
          <input
            type="checkbox"
            checked={draft.isPostOnly}
            onChange={(event) => chooseTerms({ isPostOnly: event.currentTarget.checked })}
          />
          <span>{t('form.postOnly')}</span>
        </label>
      )}
      {!isLimit && offers.protection && !isStop && (
        <Choice
          label={t('form.tolerance')}
          value={draft.tolerance}
          among={TOLERANCES}
          wordsOf={(percent) => t('form.within', { percent })}
          onChoose={(tolerance) => chooseTerms({ tolerance })}
        />
      )}
      {!isLimit && offers.byQuantity && side === 'buy' && !isStop && (
        <Choice
          label={t('form.by.name')}
          value={draft.isByQuantity ? 'quantity' : 'total'}
          among={AMOUNTS}
          wordsOf={(amount) => t(`form.by.${amount}`)}
          onChoose={(amount) => chooseTerms({ isByQuantity: amount === 'quantity' })}
        />
      )}
      {offers.comforts && <Help offers={offers} onSettings={onSettings} />}
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
        <option key={one} value={one} translate={wordsOf(one) === one ? 'no' : undefined}>
          {wordsOf(one)}
        </option>
      ))}
    </select>
  );
}

/** The meaning of the types and options, loaded when it is opened (TYPE-07). */
function Help({ offers, onSettings }: Pick<OrderForm, 'offers'> & Pick<TermsProps, 'onSettings'>) {
  const { t } = useTranslation('trade');
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classes.help}
        aria-label={t('form.help.open')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        ?
      </button>
      {isOpen && (
        <Suspense>
          <HelpText
            id={id}
            offers={offers}
            opener={opener}
            onClose={() => setOpen(false)}
            onSettings={onSettings}
          />
        </Suspense>
      )}
    </>
  );
}
