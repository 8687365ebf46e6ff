import type { Clock } from './clock.ts';
import { isReturn, type Page } from './page.ts';

/** Milliseconds. */
export const IDLE_AFTER = 60_000;

/** Reports when the page was hidden for a minute, and when it is visible again. @returns a function that stops it. */
export function watchIdle(
  { page, clock }: { readonly page: Pick<Page, 'isVisible' | 'listen'>; readonly clock: Clock },
  { left, back }: { readonly left: () => void; readonly back: () => void },
): () => void {
  let isLeft = false;
  let timer: unknown;
  const look = (): void => {
    clock.clearTimeout(timer);
    if (page.isVisible()) {
      if (isLeft) {
        isLeft = false;
        back();
      }
    } else if (!isLeft) {
      timer = clock.setTimeout(() => {
        isLeft = true;
        left();
      }, IDLE_AFTER);
    }
  };
  look();
  const stopListening = page.listen((fact) => {
    if (fact === 'hidden' || isReturn(fact)) look();
  });
  return () => {
    clock.clearTimeout(timer);
    stopListening();
  };
}
