import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath } from '../../../src/domain/paths.ts';
import { casesOf } from '../../long.ts';

describe('where the user may be led back to', () => {
  it.each(['/', '/markets', '/trade/XMR-BTC', '/dashboard?tab=1', '/support/7#last', '/loginx', '/x/login'])(
    '%s is a place of ours',
    (path) => {
      expect(returnPath(path)).toBe(path);
    },
  );

  it.each([
    '',
    'markets',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/x\\..\\y',
    'javascript:alert(1)',
    ' /markets',
    '/login',
    '/login/',
    '/login?next=/wallet',
    '/register',
    '/maintenance',
    null,
    undefined,
  ])('%j is not', (path) => {
    expect(returnPath(path)).toBeNull();
  });

  it('whatever is let through stays on this origin', () => {
    const odd = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', 'a', '\t', '\n', ' ', '%', '5', 'c', 'é'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(odd, (text) => {
        const path = returnPath(`/${text}`);
        return path === null || new URL(path, 'https://ours.example').origin === 'https://ours.example';
      }),
      { numRuns: casesOf(20_000) },
    );
  });
});
