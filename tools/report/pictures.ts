// Pictures would be most of the report: they are made smaller, and equal ones are written once.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { pageOptions } from '../../scripts/browser.ts';

const WIDEST = 900;
const QUALITY = 0.45;

/** @returns file names in `to` by `machine--state` */
export async function smallPictures(from: string, to: string): Promise<Record<string, string>> {
  const names = existsSync(from) ? readdirSync(from).filter((file) => file.endsWith('.jpg')) : [];
  if (names.length === 0) return {};
  const browser = await chromium.launch(pageOptions().launchOptions);
  try {
    const page = await browser.newPage();
    const pictures: Record<string, string> = {};
    for (const name of names) {
      const bytes = readFileSync(path.join(from, name));
      const file = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.webp`;
      pictures[path.basename(name, '.jpg')] = file;
      if (existsSync(path.join(to, file))) continue;
      const url = await page.evaluate(
        async ([source, widest, quality]) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement('canvas');
          const width = Math.min(image.width, widest);
          canvas.width = width;
          canvas.height = Math.round((image.height * width) / image.width);
          canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
          return canvas.toDataURL('image/webp', quality);
        },
        [`data:image/jpeg;base64,${bytes.toString('base64')}`, WIDEST, QUALITY] as const,
      );
      writeFileSync(path.join(to, file), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}
