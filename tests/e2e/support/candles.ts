import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

const HOURS_4 = 14_400;
const BARS = 40;

type Raw = readonly [time: number, high: string, low: string, volume: string, open: string, close: string];

/** Unique for each age (in bars), rising and falling in turns. */
export function pricesOf(age: number): { readonly open: string; readonly close: string } {
  const [low, high] = [`0.0038${BARS + 10 - age}`, `0.0039${BARS + 10 - age}`];
  return age % 2 === 0 ? { open: low, close: high } : { open: high, close: low };
}

const barsUntil = (stop: number): readonly Raw[] =>
  Array.from({ length: BARS }, (_, age): Raw => {
    const { open, close } = pricesOf(age);
    const [low, high] = age % 2 === 0 ? [open, close] : [close, open];
    return [(Math.floor(stop / HOURS_4) - age) * HOURS_4, high, low, String(500 + age), open, close];
  });

/** Known bars of four hours. @param altered sent in their place. */
export const answerCandles = (
  page: Page,
  altered: (bars: readonly Raw[]) => readonly unknown[] = (bars) => bars,
): Promise<unknown> =>
  page.route('**/stats/chartx', (route) => {
    const { stop_ts: stop } = route.request().postDataJSON() as { stop_ts: number };
    return route.fulfill({ json: altered(barsUntil(stop)) });
  });

/**
 * The trade screen with known bars. @param altered sent in their place.
 * @param name of the chart in the page's language @returns the chart
 */
export async function openChart(
  page: Page,
  altered?: (bars: readonly Raw[]) => readonly unknown[],
  name = 'Chart',
): Promise<Locator> {
  await answerCandles(page, altered);
  await page.goto('/trade/XMR-BTC');
  const chart = page.getByRole('region', { name });
  await expect(chart.locator('dl')).toContainText(pricesOf(0).close);
  return chart;
}
