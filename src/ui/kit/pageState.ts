import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { returnPath } from '../../domain/paths.ts';
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

/** Where the browser knows more of its history than the router, which counts its own pages alone. */
interface WithNavigation {
  readonly navigation?: { readonly canGoBack: boolean };
}

/** Whether a page of this product comes before this one in the tab. */
function hasPageBefore(): boolean {
  const { navigation } = globalThis as WithNavigation;
  if (navigation) return navigation.canGoBack;
  const state: unknown = globalThis.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}

/** Leads to the page before; home where this tab has none: a link that was opened by itself would lead out, or nowhere. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => void (hasPageBefore() ? navigate(-1) : navigate('/', { replace: true }));
}

/** Asks the browser to warn before the page is left or reloaded, as long as this holds. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    globalThis.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: stop.signal });
    return () => stop.abort();
  }, [isOn]);
}
