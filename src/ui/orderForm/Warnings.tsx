import { useTranslation } from 'react-i18next';
import { toText } from '../../domain/decimal.ts';
import type { Side, Pair } from '../../domain/market.ts';
import { quantityStep } from '../../domain/orderFigures.ts';
import {
  amountOf,
  cutQuantityOf,
  dearestPriceOf,
  priceOf,
  quantityOf,
} from '../../machines/orderForm/orderDraft.rules.ts';
import { warningsOf, type OrderWarning } from '../../machines/orderForm/orderWarnings.rules.ts';
import { Grouped } from '../kit/Figure.tsx';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import { bestPrices, orderAt, type OrderForm } from './useOrderForm.ts';
import { usePreview } from './usePreview.ts';
import classes from './Outcome.module.css';

/** Nothing of what waits for its stop price. */
const AT_ONCE: ReadonlySet<OrderWarning> = new Set<OrderWarning>(['crossesBook', 'farFromBest']);

/** What two legs are for: a price away from the market, and all that one has. */
const OF_TWO_LEGS: ReadonlySet<OrderWarning> = new Set<OrderWarning>(['farFromBest', 'mostOfBalance']);

interface WarningsProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
}

/** A component of its own, because the best prices change up to ten times a second. */
export function Warnings({ form, pair, side }: WarningsProps) {
  const { t } = useTranslation('trade');
  const { draft, settings, available, options } = form;
  const quantity = quantityOf(draft, settings, options);
  const isCost = amountOf(draft, side) === 'cost';
  const cutQuantity = isCost ? null : cutQuantityOf(draft, settings, options);
  const facts = { ...bestPrices(useBookTop(pair.symbol)), available };
  const all =
    draft.kind === 'market' || quantity === null
      ? []
      : warningsOf(
          side,
          priceOf(draft, options),
          quantity,
          facts,
          settings,
          dearestPriceOf(draft, side, options),
        );
  const warnings = all.filter(
    (warning) => !(draft.isStop && AT_ONCE.has(warning)) && !(draft.isOco && OF_TWO_LEGS.has(warning)),
  );
  // Two lines hold one warning and the figures in every language, or the figures of two legs.
  const hasRoom = warnings.length + (cutQuantity === null ? 0 : 1) < (draft.isOco ? 1 : 2);
  const { exceedsBalance, parts } = usePreview(
    hasRoom ? orderAt(form, facts) : null,
    form,
    facts.isStale === true,
    pair,
  );
  if (exceedsBalance) warnings.push('exceedsBalance');
  if (warnings.length === 0 && cutQuantity === null && parts.length === 0) return null;
  const wordsOf = (warning: OrderWarning): string => {
    if (warning === 'crossesBook' && draft.isOco) return t('form.warning.ocoRefused');
    if (warning === 'crossesBook')
      return draft.isPostOnly ? t('form.warning.postOnlyRefused') : t(`form.warning.crossesBook.${side}`);
    return t(`form.warning.${warning}`, {
      coin: side === 'buy' ? pair.quote : pair.base,
      base: pair.base,
      minimum: settings?.minOrderSize ?? '',
    });
  };
  return (
    <ul
      key={`${cutQuantity} ${warnings.join(' ')}`}
      className={classes.warnings}
      aria-label={t('form.warnings')}
    >
      {cutQuantity !== null && settings !== null && (
        <li className={classes.hint}>
          {t('form.normalised', {
            quantity: cutQuantity,
            base: pair.base,
            step: toText(quantityStep(settings)),
          })}
        </li>
      )}
      {warnings.map((warning) => (
        <li key={warning}>{wordsOf(warning)}</li>
      ))}
      {parts.map((part) => (
        <li key={part} className={classes.hint}>
          <Grouped text={part} />
        </li>
      ))}
    </ul>
  );
}
