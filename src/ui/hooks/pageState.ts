import { useLocation } from 'react-router-dom';
import { returnPath } from '../../domain/returnPath.ts';
import type { PageNotice } from '../../machines/shared/index.ts';

/** What one page tells the next one. It lives in the history entry, so it survives a reload and no link can forge it. */
export interface PageState {
  /** Where the user wanted to be, as a path with its query. */
  readonly from?: string;
  readonly notice?: PageNotice;
}

/** The state for a page that should lead back to `path`; one that is nowhere to go back to is left out. */
export function comingFrom(path: string): PageState {
  const from = returnPath(path);
  return from === null ? {} : { from };
}

/** The state for a page beside this one, such as the registration beside the login: it leads back to the same place. */
export function useSameWay(): PageState {
  const { from } = usePageState();
  return from === undefined ? {} : { from };
}

/** What the page before told this one; empty when it was opened by itself. */
export function usePageState(): PageState {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null) return {};
  return {
    ...('from' in state && typeof state.from === 'string' ? comingFrom(state.from) : {}),
    ...('notice' in state && state.notice === 'accountCreated' ? { notice: state.notice } : {}),
  };
}
