import type { CSSProperties, ReactNode } from 'react';

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
