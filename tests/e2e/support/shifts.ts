import type { Page } from '@playwright/test';

/** What TypeScript's DOM does not know yet. */
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
declare const lastPress: { at: number };

/** Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    const press = { at: -Infinity };
    Object.assign(globalThis, { seenShifts: seen, lastPress: press });
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, ({ timeStamp }) => (press.at = timeStamp), { capture: true });
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      if (!element) return 'something that is gone';
      const region = element.closest('section[aria-label], dialog, header')?.getAttribute('aria-label') ?? '';
      const text = (element.textContent ?? '').trim().slice(0, 30);
      return `${region} ${element.localName}.${element.getAttribute('class') ?? ''} “${text}”`;
    };
    // Toasts and what a form says lie over the page. A figure that is aligned to the right may begin elsewhere: where
    // it ends it stays.
    const isMoved = ({
      node,
      previousRect: from,
      currentRect: to,
    }: LayoutShift['sources'][number]): boolean =>
      !(node instanceof Element && node.closest('[class*="Notification"], [class*="_said_"]')) &&
      node !== null &&
      (Math.abs(from.y - to.y) > 1 || (Math.abs(from.x - to.x) > 1 && Math.abs(from.right - to.right) > 1));
    const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
      `${[x, y].map(Math.round).join()} ${[width, height].map(Math.round).join('×')}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const sources = entry.sources.filter(isMoved);
        if (sources.length === 0) continue;
        seen.push({
          value: entry.value,
          isExcused: entry.hadRecentInput,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)}: ${place(previousRect)} → ${place(currentRect)}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns those since the last call, after what was told is painted */
export function takeShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    // The observer is told after the frame in which something moved.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    return seenShifts.splice(0);
  });
}

/** Whether the last press is so long ago that it excuses nothing. */
export const isRested = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.now() - lastPress.at > 600);
