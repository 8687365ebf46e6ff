import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import cells from './Cells.module.css';

interface Props {
  /** The page that continues it. */
  readonly to: string;
  readonly id: string;
  readonly children: ReactNode;
}

/** Leads back to an open slatepack. The id stays out of the address, which could be stored and shared. */
export function ResumeLink({ to, id, children }: Props) {
  return (
    <Link to={to} state={{ resume: id }} className={cells.action}>
      {children}
    </Link>
  );
}

/** What a row, or the page before its reload, asked to continue; null for nothing. */
export const resumedIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'resume' in state && typeof state.resume === 'string'
    ? state.resume
    : null;

/** The router's state of this entry, changed without a navigation. */
export function markEntry(state: object | null): void {
  const { history } = globalThis;
  history.replaceState({ ...(history.state as object | null), usr: state }, '');
}
