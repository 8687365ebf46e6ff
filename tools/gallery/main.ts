// Pictures of every control in every state, compared with those that were approved on this machine before a change:
//   npm run gallery [-- --approve] [--approved <folder>] [--widths 360,1280] [--only buttons,rows]
// Approved ones are in .tmp/gallery/approved, or in the folder of another checkout that is named.
// Differing sections leave `<section>-<width>.png` and `….difference.png` in .tmp/gallery. Exit 1 at a difference.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, findPageBrowser, requireBrowser } from '../../scripts/browser.ts';
import { createComparer, openGallery, serveGallery, takePictures } from './pictures.ts';
import { ROOT } from '../../scripts/process.ts';

const WIDTHS = [360, 768, 1280];
const FOUND = path.join(ROOT, '.tmp/gallery');

const { values } = parseArgs({
  options: {
    approve: { type: 'boolean', default: false },
    approved: { type: 'string', default: path.join(ROOT, '.tmp/gallery/approved') },
    widths: { type: 'string' },
    only: { type: 'string' },
  },
});
const widths = values.widths?.split(',').map(Number) ?? WIDTHS;
const only = values.only?.split(',');

const gallery = await serveGallery();
await requireBrowser();
const executablePath = findPageBrowser() ?? (await requireBrowser());
const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
const faults: string[] = [];
let compared = 0;
try {
  mkdirSync(values.approved, { recursive: true });
  mkdirSync(FOUND, { recursive: true });
  const comparer = await createComparer(browser);
  for (const width of widths) {
    const page = await openGallery(browser, gallery.url, width);
    const shots = (await takePictures(page)).filter(({ section }) => !only || only.includes(section));
    for (const { section, picture, atRest, marks } of shots) {
      compared += 1;
      const { differsIn } = await comparer.compare(
        atRest,
        picture,
        marks.map(({ box }) => box),
      );
      for (const [place, { name }] of marks.entries()) {
        if (!differsIn[place]) faults.push(`${section} at ${width} px: ${name} looks as at rest`);
      }
      await judge(`${section}-${width}`, picture, comparer);
    }
    await page.close();
  }
} finally {
  await browser.close();
  await gallery.stop();
}

async function judge(name: string, picture: Buffer, comparer: Awaited<ReturnType<typeof createComparer>>) {
  const file = path.join(values.approved, `${name}.png`);
  const found = path.join(FOUND, `${name}.png`);
  const drawn = path.join(FOUND, `${name}.difference.png`);
  for (const old of [found, drawn]) rmSync(old, { force: true });
  const approved = existsSync(file) ? readFileSync(file) : null;
  const difference = approved && (await comparer.compare(approved, picture));
  if (difference?.ratio === 0) return;
  if (values.approve) {
    writeFileSync(file, picture);
    console.log(`approved ${path.relative(ROOT, file)}`);
    return;
  }
  writeFileSync(found, picture);
  if (!difference) {
    faults.push(`${name}: no picture is approved: run "npm run gallery -- --approve" before the change`);
    return;
  }
  if (difference.picture) writeFileSync(drawn, difference.picture);
  const percent = (difference.ratio * 100).toFixed(3);
  faults.push(`${name}: ${percent} % of the pixels differ, see ${path.relative(ROOT, drawn)}`);
}

for (const fault of faults) console.log(fault);
console.log(`${compared} pictures, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
