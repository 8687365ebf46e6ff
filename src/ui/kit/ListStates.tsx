import type { CSSProperties, ReactNode } from 'react';
import classes from './ListStates.module.css';

interface EmptyProps {
  readonly children: ReactNode;
  /** What the button says. */
  readonly next: string;
  readonly onNext: () => void;
}

/** In place of a list without anything: one sentence, and one press that leads to the first entry (NAV-15). */
export function EmptyNote({ children, next, onNext }: EmptyProps) {
  return (
    <div className={classes.note}>
      <p>{children}</p>
      <button type="button" className={classes.next} onClick={onNext}>
        {next}
      </button>
    </div>
  );
}

/** Where the first entry is typed. */
export function focusField(id: string): void {
  document.getElementById(id)?.focus();
}

interface SkeletonProps {
  /** Of what comes. */
  readonly rows: number;
  /** Of a row, in pixels. */
  readonly height: number;
  /** What is loaded, for screen readers. */
  readonly children: ReactNode;
}

/**
 * In place of what is being read, about as high, so that nothing below it moves when it comes (NAV-16). It stands
 * still, for whoever wants no motion as for all others.
 */
export function Skeleton({ rows, height, children }: SkeletonProps) {
  const size = { '--rows': rows, '--row': `${height}px` } as CSSProperties;
  return (
    <div className="skeleton" role="status" aria-busy="true" style={size}>
      <span className="visually-hidden">{children}</span>
    </div>
  );
}
