import { useEffect } from 'react';

/** Asks the browser to warn before the page is left or reloaded, as long as this holds. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    globalThis.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: stop.signal });
    return () => stop.abort();
  }, [isOn]);
}
