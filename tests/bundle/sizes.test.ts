import { describe, expect, it } from 'vitest';
import { BUDGET, routeSize } from '../../scripts/sizes.ts';

describe('what a visitor loads, in brotli bytes', () => {
  it.each(['landing', 'trade'] as const)('%s keeps its budget', (route) => {
    const { js, css } = routeSize(route);
    expect(js.brotli).toBeGreaterThan(50_000);
    expect(js.brotli).toBeLessThanOrEqual(BUDGET[route].js);
    expect(css.brotli).toBeGreaterThan(1000);
    expect(css.brotli).toBeLessThanOrEqual(BUDGET[route].css);
  });

  it('the trade screen brings the chart, and the landing page does not', () => {
    expect(routeSize('trade').js.raw - routeSize('landing').js.raw).toBeGreaterThan(100_000);
  });
});
