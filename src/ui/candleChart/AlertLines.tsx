import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { isSameAlert, type PriceAlert } from '../../domain/priceAlert.ts';
import { ownPrice, priceUnit } from '../../domain/satoshi.ts';
import { usePriceAlerts, useWatchedPrice } from '../priceAlerts/usePriceAlerts.ts';
import { LineHandle } from './LineHandle.tsx';
import type { LinesProps } from './OwnOrders.tsx';
import { useLines, usePlaces } from './priceLines.ts';

/** The waiting price alerts of the pair as lines, which can be moved to another price (ALERT-06). */
export function AlertLines({ surface, pair, digits, step, handles }: LinesProps) {
  const { t } = useTranslation('alerts');
  const { alerts, move } = usePriceAlerts();
  const last = useWatchedPrice(pair.symbol);
  const [moved, setMoved] = useState<{ readonly alert: PriceAlert; readonly price: DecimalText } | null>(
    null,
  );
  const hintId = useId();
  const isMoved = (alert: PriceAlert): boolean => moved !== null && isSameAlert(moved.alert, alert);
  // By its place in the list, which an alert keeps when it is moved: so the handle keeps the focus.
  const lines = alerts.flatMap((alert, place) =>
    alert.pair === pair.symbol && alert.reachedAt === null
      ? { alert, place, price: moved && isMoved(alert) ? moved.price : alert.price }
      : [],
  );
  useLines(
    surface,
    lines.map(({ price }) => ({ price, colour: '--info', isDashed: true })),
  );
  usePlaces(surface, handles);
  return (
    <>
      {lines.map(({ alert, place, price }) => {
        const shown = ownPrice(price, digits);
        return (
          <LineHandle
            key={place}
            of="alert"
            text={t('line.tag')}
            label={t('line.name', { price: shown, quote: priceUnit(pair.quote, digits) })}
            price={price}
            shown={shown}
            step={step}
            isMoved={isMoved(alert)}
            surface={surface}
            hintId={hintId}
            onMove={(to) => setMoved(to === null ? null : { alert, price: to })}
            onChosen={() => {
              if (price !== alert.price) move(alert, price, last);
              setMoved(null);
            }}
          />
        );
      })}
      <p id={hintId} hidden>
        {t('line.hint')}
      </p>
      <p className="visually-hidden" role="status" translate="no">
        {moved && `${ownPrice(moved.price, digits)} ${priceUnit(pair.quote, digits)}`}
      </p>
    </>
  );
}
