import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The beginning of a PNG of that size. */
export function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\u0089PNG\r\n\u001A\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><!-- by hand --><path d="M0 0h2"/></svg>';

export const FULL: Readonly<Record<string, string | Buffer>> = {
  'brand.json': JSON.stringify({
    name: 'Still & Water',
    contactMail: 'help@still.example',
    socialLink: 'https://news.still.example/',
    bugBounty: false,
    colours: { brand: '#4da3ff', accent: '#f2b84b' },
  }),
  'logo.svg': SVG,
  'favicon.svg': SVG,
  'favicon.ico': Buffer.from([0, 0, 1, 0, 1, 0]),
  'icon-192.png': png(192, 192),
  'card.png': png(1200, 630),
  'terms.en.md':
    '# House rules\n\nBe < kind & >.\n\n## Fees\n\n- None for **makers**,\n- see [fees](/fees).\n',
  'terms.de.md': '# Hausordnung\n\nFreundlich bleiben.\n',
  'privacy.en.md': '# What is kept\n\nNothing [at all](https://still.example/why).\n',
  'faq.en.md': '# Of this house\n\n## Who runs it?\n\nWe do.\n',
};

/** @param files of a brand folder; an undefined one is left out. @returns its path. */
export function brandFolder(files: Readonly<Record<string, string | Buffer | undefined>> = FULL): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'brand-'));
  for (const [name, content] of Object.entries(files))
    if (content !== undefined) writeFileSync(path.join(folder, name), content);
  return folder;
}
