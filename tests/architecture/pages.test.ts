import { describe, expect, it } from 'vitest';
import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { isPrivatePath, PUBLIC_PATHS } from '../../src/domain/privatePaths.ts';
import { pages } from '../../src/ui/pages.ts';
import { readSource } from './tools/sources.ts';

/** The paths of a router's text that have no parameter and are no catch-all. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/<Route\s+(?:index|path="([^"]*)")/g)]
    .map(([, path]) => `/${path ?? ''}`)
    .filter((path) => !/[:*]/.test(path));

describe('the pages that screens may link to', () => {
  it('are those of the router', () => {
    expect([...pages].sort()).toEqual(pathsOf(readSource('src/app/router.tsx').text).sort());
  });

  it('behind the guard are those that search engines leave out', () => {
    const { text } = readSource('src/app/router.tsx');
    const guarded = /<Route element=\{<Guard \/>\}>([\s\S]*?)\n {10}<\/Route>/.exec(text)?.[1] ?? '';
    const starts = [...guarded.matchAll(/path="(\w[^"]*)"/g)].map(
      ([, path = '']) => `/${path.split('/')[0]}`,
    );
    expect(starts.length).toBeGreaterThan(1);
    expect(starts.filter((path) => !isPrivatePath(path))).toEqual([]);
    expect(STATIC_PAGES.filter(({ path }) => isPrivatePath(path) || !pages.has(path))).toEqual([]);
  });

  it('before the guard are those that search engines may show', () => {
    expect([...PUBLIC_PATHS].sort()).toEqual([...pages].filter((path) => !isPrivatePath(path)).sort());
  });

  it('a page that only one of the two knows is found', () => {
    const text = '<Route index element={<A />} /><Route path="faq" /><Route path="a/:b" /><Route path="*" />';
    expect(pathsOf(text)).toEqual(['/', '/faq']);
  });
});
