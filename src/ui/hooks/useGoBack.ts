import { useNavigate } from 'react-router-dom';

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
