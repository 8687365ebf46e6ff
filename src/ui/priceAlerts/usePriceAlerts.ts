import { useSelector } from '@xstate/react';
import type { DecimalText } from '../../domain/decimal.ts';
import { alertFaultNow, type AlertFault, type PriceAlert } from '../../domain/priceAlert.ts';
import { alertsOf } from '../../machines/priceAlerts/priceAlerts.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useRead } from '../kit/useRead.ts';
import { useLastPrice } from '../trade/useLastPrice.ts';

export interface PriceAlerts {
  readonly alerts: readonly PriceAlert[];
  readonly typed: string;
  readonly fault: AlertFault | null;
  readonly type: (text: string) => void;
  /** @param last the pair's last price; null while not known */
  readonly add: (pair: string, last: DecimalText | null) => void;
  /**
   * To another price; one that is no alert leaves it where it is, and is told (ALERT-06).
   * @param last the pair's last price; null while not known
   */
  readonly move: (alert: PriceAlert, price: DecimalText, last: DecimalText | null) => void;
  readonly remove: (alert: PriceAlert) => void;
  /** Removes those that were reached. */
  readonly clear: () => void;
}

export function usePriceAlerts(): PriceAlerts {
  const app = useApp();
  const ref = alertsOf(app);
  const decimalComma = useDecimalComma();
  const typed = useSelector(ref, ({ context }) => context.typed);
  const fault = useSelector(ref, ({ context }) => context.fault);
  return {
    alerts: useSelector(ref, ({ context }) => context.alerts),
    typed,
    fault: fault && alertFaultNow(fault, typed, { decimalComma }),
    type: (text) => ref.send({ type: 'user.type', text }),
    add: (pair, last) => ref.send({ type: 'user.add', pair, last, at: app.now(), decimalComma }),
    move: (alert, price, last) => ref.send({ type: 'user.move', alert, price, last, at: app.now() }),
    remove: (alert) => ref.send({ type: 'user.remove', alert }),
    clear: () => ref.send({ type: 'user.clear' }),
  };
}

/** The pair's last price; null where the list of the markets has none, which is what is watched (ALERT-05). */
export function useWatchedPrice(pair: string): DecimalText | null {
  const { data: markets } = useRead('markets');
  const { price } = useLastPrice(pair);
  return markets?.some((one) => one.pair === pair && one.lastPrice !== null) ? price : null;
}
