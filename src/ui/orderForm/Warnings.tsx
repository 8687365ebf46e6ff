import { useTranslation } from 'react-i18next';
import { toText } from '../../domain/decimal.ts';
import type { Side, Pair } from '../../domain/market.ts';
import { quantityStep } from '../../domain/orderFigures.ts';
import { warningsOf, type OrderWarning } from '../../machines/orderForm/orderWarnings.rules.ts';
import { Grouped } from '../kit/Figure.tsx';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import { bestPrices, type OrderForm } from './useOrderForm.ts';
import { usePreview } from './usePreview.ts';
import classes from './Outcome.module.css';

/** Nothing of what waits for its stop price. */
const AT_ONCE: ReadonlySet<OrderWarning> = new Set<OrderWarning>(['crossesBook', 'farFromBest']);

interface WarningsProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
}

/** A component of its own, because the best prices change up to ten times a second. */
export function Warnings({ form, pair, side }: WarningsProps) {
  const { t } = useTranslation('trade');
  const { price, quantity, cutQuantity, settings, available, kind } = form;
  const facts = { ...bestPrices(useBookTop(pair.symbol)), available };
  const all =
    kind === 'market' || quantity === null ? [] : warningsOf(side, price, quantity, facts, settings);
  const warnings = form.isStop ? all.filter((warning) => !AT_ONCE.has(warning)) : all;
  // Two lines hold one warning and the figures in every language.
  const hasRoom = warnings.length + (cutQuantity === null ? 0 : 1) < 2;
  const preview = usePreview(hasRoom ? form.orderAt(facts) : null, settings, facts.isStale === true, pair);
  if (warnings.length === 0 && cutQuantity === null && preview.length === 0) return null;
  const wordsOf = (warning: OrderWarning): string => {
    if (warning === 'crossesBook')
      return form.isPostOnly ? t('form.warning.postOnlyRefused') : t(`form.warning.crossesBook.${side}`);
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
      {preview.map((part) => (
        <li key={part} className={classes.hint}>
          <Grouped text={part} />
        </li>
      ))}
    </ul>
  );
}
