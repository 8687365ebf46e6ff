import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readSource, ROOT } from './tools/sources.ts';

const LONGEST_LINE = 120;
/** Written by a program. */
const GENERATED = /^docs\/machines\.md/;
/** Its readers create these files. */
const RECIPES = 'docs/how-to.md';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesBelow('docs'),
  ...filesBelow('tools'),
]
  .filter((file) => file.endsWith('.md'))
  .map(readSource);
const handwritten = documents.filter((document) => !GENERATED.test(document.path));

const isThere = (file: string): boolean => existsSync(path.join(ROOT, file));

/** As GitHub makes them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));

function isBroken(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
  if (!isThere(target)) return true;
  return anchor !== undefined && !anchorsOf(readSource(target).text).includes(anchor);
}

/** In code marks. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/`((?:src|venue|tests|scripts|tools)\/[\w/.-]+)`/g)].map(([, file = '']) => file);

describe('documents', () => {
  it('link to existing targets', () => {
    const broken = documents.flatMap((document) =>
      linksOf(document.text)
        .filter((link) => isBroken(document.path, link))
        .map((link) => `${document.path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('list every file that computes cryptography (ASVS 11.1.2)', () => {
    const computes =
      /\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\b|from '(?:@noble\/|@node-rs\/argon2|@simplewebauthn)/;
    const listed = pathsOf(readSource('docs/security.md').text);
    const missing = [...filesBelow('venue'), ...filesBelow('src/domain')].filter(
      (file) =>
        file.endsWith('.ts') &&
        computes.test(readSource(file).text) &&
        !listed.some((known) => file === known || (known.endsWith('/') && file.startsWith(known))),
    );
    expect(missing).toEqual([]);
  });

  it('name sources that are there', () => {
    const missing = handwritten
      .filter((document) => document.path !== RECIPES)
      .flatMap((document) =>
        pathsOf(document.text)
          .filter((file) => !isThere(file))
          .map((file) => `${document.path}: ${file}`),
      );
    expect(missing).toEqual([]);
  });

  it(`have lines of at most ${LONGEST_LINE} characters`, () => {
    const long = handwritten.flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, index) => (line.length > LONGEST_LINE ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('a requirement has one ID', () => {
    const ids = [...readSource('docs/requirements.md').text.matchAll(/^- ([A-Z]+-\d{2}) /gm)].map(
      ([, id]) => id,
    );
    expect(ids.length).toBeGreaterThan(150);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

it('docs/architecture.md explains why each package is there', () => {
  const { dependencies, devDependencies } = JSON.parse(readSource('package.json').text) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const [, section = ''] = /## Dependencies\n(.*?)\n## /s.exec(readSource('docs/architecture.md').text) ?? [];
  const listed = [...section.matchAll(/^- (.*?): /gms)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(new Set(listed)).toEqual(new Set(Object.keys({ ...dependencies, ...devDependencies })));
});

it('no generated figure, recording or picture is kept in git', () => {
  const made = [
    // What an operator copies is written by hand.
    ...filesBelow('docs').filter((file) => /^(?!docs\/deployment\/).*\.json$/.test(file)),
    ...filesBelow('tests').filter((file) => /\.(png|webp)$/.test(file)),
  ];
  expect(made).toEqual([]);
});

describe('the README', () => {
  const { text } = readSource('README.md');

  it('is read in a few minutes', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('leads to every document', () => {
    const linked = new Set(linksOf(text).map((link) => link.split('#')[0]));
    const unlinked = filesBelow('docs').filter((file) => /^docs\/[^/]+\.md$/.test(file) && !linked.has(file));
    expect(unlinked).toEqual([]);
  });
});

describe('the rules catch what they are for', () => {
  it.each(['nowhere.md', 'README.md#no-such-heading', '#no-such-heading'])('%s is broken', (link) => {
    expect(isBroken('README.md', link)).toBe(true);
  });

  it('a heading is found by its name', () => {
    expect(isBroken('README.md', 'docs/how-to.md#add-a-coin')).toBe(false);
    expect(isBroken('README.md', '#limits-honestly')).toBe(false);
  });
});
