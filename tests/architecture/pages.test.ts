import { describe, expect, it } from 'vitest';
import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { isPrivatePath, isPublicPath, pages } from '../../src/domain/paths.ts';
import { readSource } from './tools/sources.ts';

/** Neither parameters nor the catch-all. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/<Route\s+(?:index|path="([^"]*)")/g)]
    .map(([, path]) => `/${path ?? ''}`)
    .filter((path) => !/[:*]/.test(path));

const { text: router } = readSource('src/app/router.tsx');
const guarded = /<Route element=\{<Guard \/>\}>([\s\S]*?)\n {10}<\/Route>/.exec(router)?.[1] ?? '';

/** As the requirements write them: a parameter alone follows its parent. */
const addressesOf = (text: string): string[] =>
  [...text.matchAll(/<Route\s+(?:index|path="([^"*]+)")/g)]
    .map(([, path = '']) => `/${path.replace(/:(\w+)/, '{$1}')}`)
    .map((path, index, all) => (path.startsWith('/{') ? `${all[index - 1] ?? ''}${path}` : path));

it('the addresses are those that are promised, public before the guard and protected behind it (NAV-09)', () => {
  const { text } = readSource('docs/requirements.md');
  const [, open = '', behind = ''] = /^- NAV-09 (.*?)Protected are (.*?)\n- /ms.exec(text) ?? [];
  const promised = (sentence: string): string[] => sentence.match(/\/[\w{}/-]*/g) ?? [];
  expect(addressesOf(router.replace(guarded, '')).sort()).toEqual(promised(open).sort());
  expect(addressesOf(guarded).sort()).toEqual(promised(behind).sort());
});

describe('the pages that screens may link to', () => {
  it('are those of the router', () => {
    expect([...pages].sort()).toEqual(pathsOf(router).sort());
  });

  it('behind the guard are those that search engines leave out', () => {
    const starts = [...guarded.matchAll(/path="(\w[^"]*)"/g)].map(
      ([, path = '']) => `/${path.split('/')[0]}`,
    );
    expect(starts.length).toBeGreaterThan(1);
    expect(starts.filter((path) => !isPrivatePath(path))).toEqual([]);
    expect(STATIC_PAGES.filter(({ path }) => isPrivatePath(path) || !pages.has(path))).toEqual([]);
  });

  it('before the guard are those that search engines may show, and maintenance', () => {
    const open = pathsOf(router.replace(guarded, ''));
    expect(open.length).toBeGreaterThan(1);
    expect(open.filter((path) => !isPublicPath(path))).toEqual(['/maintenance']);
  });

  it('a page that only one of the two knows is found', () => {
    const text = '<Route index element={<A />} /><Route path="faq" /><Route path="a/:b" /><Route path="*" />';
    expect(pathsOf(text)).toEqual(['/', '/faq']);
  });
});
