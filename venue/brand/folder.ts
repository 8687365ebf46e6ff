import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { OWN_TEXTS, type OwnTextName, type TextNode } from '../../src/domain/ownText.ts';
import { explain } from '../http/explain.ts';
import { BrandFault, parseMarkdown } from './markdown.ts';

/** What an operator has put into one folder, read at startup (BRAND-01). */
export interface Brand {
  readonly name: string;
  readonly contactMail: string;
  readonly socialLink: string;
  readonly bugBounty: boolean;
  readonly colours: { readonly brand?: string | undefined; readonly accent?: string | undefined };
  /** By path, such as `/favicon.svg`. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** By name and language, such as `terms.en`. */
  readonly texts: ReadonlyMap<string, readonly TextNode[]>;
}

const SETTINGS = 'brand.json';
/** Pixels; null for a vector image. */
const PICTURES: Readonly<Record<string, readonly [width: number, height: number] | null>> = {
  'logo.svg': null,
  'favicon.svg': null,
  'favicon.ico': null,
  'apple-touch-icon.png': [180, 180],
  'icon-192.png': [192, 192],
  'icon-512.png': [512, 512],
  'icon-maskable-512.png': [512, 512],
  'card.png': [1200, 630],
};
const TEXTS: ReadonlyMap<string, OwnTextName> = new Map(
  OWN_TEXTS.flatMap((name) => LANGUAGES.map((language) => [`${name}.${language}.md`, name] as const)),
);
/** Bytes. */
const MAX_SIZE = { svg: 65_536, ico: 262_144, png: 524_288, md: 262_144, json: 65_536 };

/** `--surface` in src/ui/tokens.css. */
const SURFACE = '#151a21';
const MIN_CONTRAST = 4.5;

const colour = z.string().check(
  z.regex(/^#[0-9a-fA-F]{6}$/, 'must be like #4da3ff'),
  z.refine((one) => contrast(one, SURFACE) >= MIN_CONTRAST, `is too dark to be read on ${SURFACE}`),
);
const settings = z.strictObject({
  name: z
    .string()
    .check(z.regex(/^[\p{L}\p{N}](?:[^\p{C}]{0,38}[^\p{C}\s])?$/u, 'must be 1 to 40 characters')),
  contactMail: z._default(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail')), ''),
  socialLink: z._default(z.string().check(z.regex(/^https:\/\/\S+$/, 'must begin with https://')), ''),
  bugBounty: z._default(z.boolean(), true),
  colours: z._default(z.strictObject({ brand: z.optional(colour), accent: z.optional(colour) }), {}),
});

/** @param faults receives one sentence that names the bad file and what is wrong with it. */
export function readBrand(folder: string | null, faults: string[]): Brand | null {
  if (folder === null) return null;
  try {
    return read(folder);
  } catch (error) {
    if (!(error instanceof BrandFault)) throw error;
    faults.push(error.message);
    return null;
  }
}

function read(folder: string): Brand {
  const files = new Map<string, Buffer>();
  const texts = new Map<string, readonly TextNode[]>();
  const names = namesIn(folder);
  if (!names.includes(SETTINGS)) throw new BrandFault(join(folder, SETTINGS), 'is missing');
  for (const name of names) {
    if (name === SETTINGS) continue;
    const text = TEXTS.get(name);
    if (text === undefined && !Object.hasOwn(PICTURES, name))
      throw new BrandFault(name, 'is no file of a brand (docs/operating.md lists them)');
    const bytes = bytesOf(folder, name);
    if (text === undefined) {
      checkPicture(name, bytes);
      files.set(`/${name}`, bytes);
    } else texts.set(name.slice(0, -'.md'.length), parseMarkdown(name, textOf(name, bytes), text === 'faq'));
  }
  return { ...readSettings(folder), files, texts };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch (error) {
    throw new BrandFault(folder, `cannot be read (${codeOf(error)})`);
  }
}

function bytesOf(folder: string, name: string): Buffer {
  const most = MAX_SIZE[name.slice(name.lastIndexOf('.') + 1) as keyof typeof MAX_SIZE];
  try {
    const { size } = statSync(join(folder, name));
    if (size > most) throw new BrandFault(name, `has ${size} bytes, more than ${most}`);
    return readFileSync(join(folder, name));
  } catch (error) {
    if (error instanceof BrandFault) throw error;
    throw new BrandFault(name, `cannot be read (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';

function textOf(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BrandFault(name, 'is not written in UTF-8');
  }
}

function readSettings(folder: string): z.output<typeof settings> {
  let raw: unknown;
  try {
    raw = JSON.parse(textOf(SETTINGS, bytesOf(folder, SETTINGS)));
  } catch (error) {
    if (error instanceof BrandFault) throw error;
    throw new BrandFault(SETTINGS, 'is no JSON');
  }
  const parsed = settings.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new BrandFault(SETTINGS, explain(parsed.error.issues).replace(/\.$/, ''));
}

/** A browser also opens an SVG as a page of its own: it must run nothing and load nothing. */
const UNSAFE =
  /<(?:script|foreignObject|!)|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["'](?!#)|@import|url\((?!["']?#)/i;

function checkPicture(name: string, bytes: Buffer): void {
  if (name.endsWith('.svg')) {
    const text = textOf(name, bytes).replaceAll(/<!--(?:[^-]|-(?!->))*-->/g, '');
    if (!/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(text)) throw new BrandFault(name, 'is no SVG');
    const [unsafe] = UNSAFE.exec(text) ?? [];
    if (unsafe !== undefined)
      throw new BrandFault(name, `holds "${unsafe.trim()}", which a picture does not need`);
  } else if (name.endsWith('.ico')) {
    if (bytes.length < 4 || bytes.readUInt32BE(0) !== 0x100) throw new BrandFault(name, 'is no icon file');
  } else {
    if (bytes.toString('latin1', 0, 8) !== '\u0089PNG\r\n\u001A\n' || bytes.length < 24)
      throw new BrandFault(name, 'is no PNG');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const wanted = PICTURES[name];
    if (wanted && (width !== wanted[0] || height !== wanted[1]))
      throw new BrandFault(name, `is ${width}×${height} pixels, not ${wanted.join('×')}`);
  }
}

/** As WCAG defines it. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The operator's text in the language, else in English, else in the first one that exists. */
export function ownTextIn(
  { texts }: Brand,
  name: OwnTextName,
  language: string | null,
): readonly TextNode[] | undefined {
  const there = [language ?? 'en', 'en', ...LANGUAGES].map((code) => texts.get(`${name}.${code}`));
  return there.find((text) => text !== undefined);
}
