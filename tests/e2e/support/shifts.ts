import type { Page } from '@playwright/test';

/** Missing in TypeScript's DOM types. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

export interface Shift {
  readonly value: number;
  /** Within half a second of a press, which the metric CLS excuses. */
  readonly isExcused: boolean;
  /** Each moved element, and where from and to. */
  readonly moved: readonly string[];
}

declare const seenShifts: Shift[];

/** All that the browser itself counts as moved. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    Object.assign(globalThis, { seenShifts: seen });
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      if (!element) return 'something that is gone';
      const region = element.closest('section[aria-label], dialog, header')?.getAttribute('aria-label') ?? '';
      const text = (element.textContent ?? '').trim().slice(0, 30);
      return `${region} ${element.localName}.${element.getAttribute('class') ?? ''} “${text}”`;
    };
    const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
      `${[x, y].map(Math.round).join()} ${[width, height].map(Math.round).join('×')}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        seen.push({
          value: entry.value,
          isExcused: entry.hadRecentInput,
          // A part whose every edge stays on its pixel has not moved.
          moved: entry.sources
            .filter(({ previousRect, currentRect }) => place(previousRect) !== place(currentRect))
            .map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)}: ${place(previousRect)} → ${place(currentRect)}`,
            ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns those since the last call, after the news is painted */
export function takeShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    // The observer is notified after the frame in which something moved.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    return seenShifts.splice(0);
  });
}
