import type { Locator } from '@playwright/test';

/** Pixels of the chart's canvases in the colour of a token. */
export function inkOf(chart: Locator, token: string): Promise<number> {
  return chart.evaluate((panel, name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    let count = 0;
    for (const canvas of panel.querySelectorAll('canvas')) {
      const { width, height } = canvas;
      if (width === 0 || height === 0) continue;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255)
          count += 1;
    }
    return count;
  }, token);
}
