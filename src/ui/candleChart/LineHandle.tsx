import { UnstyledButton } from '@mantine/core';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Decimal, DecimalText } from '../../domain/decimal.ts';
import type { Surface } from './drawing.ts';
import { movedBySteps, nearestStep } from './heights.ts';
import classes from './OwnLines.module.css';

interface LineHandleProps {
  /** What its line is: the colour. */
  readonly of: 'buy' | 'sell' | 'alert';
  /** Beside the price. */
  readonly text: string;
  /** For those who cannot see the line. */
  readonly label: string;
  /** Where its line is. */
  readonly price: DecimalText;
  /** The same, as the screen writes prices of the pair. */
  readonly shown: string;
  /** Step of the pair's prices; null where the line cannot be moved. */
  readonly step: Decimal | null;
  readonly isMoved: boolean;
  readonly surface: Surface;
  readonly hintId: string;
  /** Null: back to where it was. */
  readonly onMove: (price: DecimalText | null) => void;
  /** The price is chosen. */
  readonly onChosen: () => void;
}

const STEPS: Readonly<Record<string, bigint>> = { ArrowUp: 1n, ArrowDown: -1n, PageUp: 10n, PageDown: -10n };

/** In pixels: a press that moves less is a press. */
const SLACK = 3;

/** At the end of the line of an order or an alert: moves it by pointer or keyboard (CHART-16, ALERT-06). */
export function LineHandle(props: LineHandleProps) {
  const { of, text, label, price, shown, step, isMoved, surface, hintId, onMove, onChosen } = props;
  /** Where the pointer went down; null once it is up. */
  const start = useRef<number | null>(null);
  const wasDragged = useRef(false);
  if (step === null)
    return (
      <span className={classes.handle ?? ''} data-of={of} data-height={price}>
        {text}
        <span translate="no">{shown}</span>
      </span>
    );

  function drag(event: PointerEvent<HTMLElement>): void {
    // A menu of the browser may have taken the end of the press.
    if ((event.buttons & 1) === 0) start.current = null;
    if (start.current === null || step === null) return;
    if (!wasDragged.current && Math.abs(event.clientY - start.current) < SLACK) return;
    wasDragged.current = true;
    const top = event.currentTarget.parentElement?.getBoundingClientRect().top ?? 0;
    const bottom = surface.chart.panes()[0]?.getHeight() ?? 0;
    const y = Math.min(Math.max(event.clientY - top, 0), bottom);
    const height = surface.candles.coordinateToPrice(y);
    if (height !== null) onMove(nearestStep(height, step));
  }
  function press(event: KeyboardEvent): void {
    const steps = STEPS[event.key];
    if (steps !== undefined && step !== null) onMove(movedBySteps(price, steps, step));
    else if (event.key === 'Escape' && isMoved) onMove(null);
    else return;
    event.preventDefault();
  }
  return (
    <UnstyledButton
      className={classes.handle ?? ''}
      data-of={of}
      data-moved={isMoved}
      data-height={price}
      aria-label={label}
      aria-describedby={hintId}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        start.current = event.clientY;
        wasDragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        start.current = null;
        if (wasDragged.current && isMoved) onChosen();
      }}
      onPointerCancel={() => {
        start.current = null;
        onMove(null);
      }}
      onKeyDown={press}
      onBlur={() => onMove(null)}
      onClick={({ detail }) => {
        // The end of a drag is a click, too; one of the keyboard has no count.
        if (detail === 0 || !wasDragged.current) onChosen();
      }}
    >
      {/* First: a quantity that changes moves nothing. */}
      <span translate="no">{shown}</span>
      {text}
    </UnstyledButton>
  );
}
