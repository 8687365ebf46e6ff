import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { returnPath } from '../../domain/paths.ts';
import { PAGE_NOTICES, type PageNotice } from '../../machines/shared/common.ts';

/** Passed to the next page in the history entry: it survives a reload, and no link can forge it. */
export interface PageState {
  readonly from?: string;
  readonly notice?: PageNotice;
  /** What a history searches for in all of its pages, only for this user (HISTORY-03). */
  readonly search?: string;
  readonly searchOf?: string;
}

/** State for a page that leads back to `path`; empty for a path that cannot be returned to. */
export function comingFrom(path: string): PageState {
  const from = returnPath(path);
  return from === null ? {} : { from };
}

/** State for a sibling page, such as registration beside login, with the same way back. */
export function useSameWay(): PageState {
  const { from } = usePageState();
  return from === undefined ? {} : { from };
}

export function usePageState(): PageState {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null) return {};
  const notice = 'notice' in state ? PAGE_NOTICES.find((one) => one === state.notice) : undefined;
  return {
    ...('from' in state && typeof state.from === 'string' ? comingFrom(state.from) : {}),
    ...(notice === undefined ? {} : { notice }),
    ...('search' in state && typeof state.search === 'string' ? { search: state.search } : {}),
    ...('searchOf' in state && typeof state.searchOf === 'string' ? { searchOf: state.searchOf } : {}),
  };
}

/** The Navigation API knows the whole tab, the router only its own pages. */
interface WithNavigation {
  readonly navigation?: { readonly canGoBack: boolean };
}

function hasPageBefore(): boolean {
  const { navigation } = globalThis as WithNavigation;
  if (navigation) return navigation.canGoBack;
  const state: unknown = globalThis.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}

/** Goes back one page, or home where the tab has no earlier page of this site. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => void (hasPageBefore() ? navigate(-1) : navigate('/', { replace: true }));
}

export function useLeaveWarning(isOn: boolean): void {
  // The browser asks before a page is left only where somebody listens.
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    globalThis.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: stop.signal });
    return () => stop.abort();
  }, [isOn]);
}
