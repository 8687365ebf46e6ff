import { describe, expect, it } from 'vitest';
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

  it('a page that only one of the two knows is found', () => {
    const text = '<Route index element={<A />} /><Route path="faq" /><Route path="a/:b" /><Route path="*" />';
    expect(pathsOf(text)).toEqual(['/', '/faq']);
  });
});
