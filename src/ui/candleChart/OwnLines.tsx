import { Suspense, useRef } from 'react';
import { quoteDigits } from '../../domain/format.ts';
import { priceStep } from '../../domain/orderFigures.ts';
import { SAT } from '../../domain/satoshi.ts';
import { useRead } from '../kit/useRead.ts';
import { useSatoshi } from '../kit/useSatoshi.ts';
import { AlertLines } from './AlertLines.tsx';
import classes from './OwnLines.module.css';
import { OwnOrders, type LinesProps } from './OwnOrders.tsx';

interface OwnLinesProps extends Pick<LinesProps, 'surface' | 'pair'> {
  readonly hasOrders: boolean;
  readonly hasAlerts: boolean;
}

/** The user's orders and price alerts as lines, each with a handle (CHART-15, ALERT-06). */
export function OwnLines({ surface, pair, hasOrders, hasAlerts }: OwnLinesProps) {
  const { data: settings } = useRead('pairSettings', { pair: pair.symbol });
  const { isOn: isInSatoshi } = useSatoshi(pair.symbol);
  const handles = useRef<HTMLDivElement>(null);
  const lines: LinesProps = {
    surface,
    pair,
    handles,
    digits: isInSatoshi ? SAT : (settings?.pricePrecision ?? quoteDigits(pair.quote) ?? 0),
    step: settings === null ? null : priceStep(settings),
  };
  return (
    <div ref={handles} className={classes.handles}>
      {hasOrders && <OwnOrders {...lines} />}
      {hasAlerts && (
        // Its own, so that orders stay while its texts load.
        <Suspense>
          <AlertLines {...lines} />
        </Suspense>
      )}
    </div>
  );
}
