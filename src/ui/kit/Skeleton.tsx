import type { CSSProperties, ReactNode } from 'react';

interface SkeletonProps {
  /** Number of rows that come. */
  readonly rows: number;
  /** Height of a row, in pixels. */
  readonly height: number;
  /** The loading content, for screen readers. */
  readonly children: ReactNode;
}

/**
 * Placeholder of about the same height, so that nothing below it moves when the content comes (NAV-16). It is static
 * for everybody, so that reduced motion needs no exception.
 */
export function Skeleton({ rows, height, children }: SkeletonProps) {
  const size = { '--rows': rows, '--row': `${height}px` } as CSSProperties;
  return (
    <div className="skeleton" role="status" aria-busy="true" style={size}>
      <span className="visually-hidden">{children}</span>
    </div>
  );
}
