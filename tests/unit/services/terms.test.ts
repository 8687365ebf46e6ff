import { expect, it } from 'vitest';
import type { TermsFrame } from '../../../src/services/socket/hub.ts';
import { followTerms } from '../../../src/services/terms.ts';

it('a page reads pairs and coins again when they change, and after a lost connection (OPERATOR-16)', () => {
  let hear = (_frame: TermsFrame): void => undefined;
  const told: string[] = [];
  const terms = followTerms(
    {
      onTerms(listener) {
        hear = listener;
        return () => undefined;
      },
    },
    () => told.push('outdated'),
  );
  const leave = terms.listen(() => told.push(`said: ${terms.maintenance()}`));
  const since = (frame: TermsFrame) => {
    told.length = 0;
    hear(frame);
    return told;
  };
  expect(since({ kind: 'welcome', maintenance: null })).toEqual([]);
  expect(since({ kind: 'termsChanged', maintenance: null })).toEqual(['outdated']);
  expect(since({ kind: 'termsChanged', maintenance: 'A' })).toEqual(['outdated', 'said: A']);
  expect(since({ kind: 'welcome', maintenance: 'A' })).toEqual(['outdated']);
  expect(since({ kind: 'welcome', maintenance: null })).toEqual(['outdated', 'said: null']);
  leave();
  expect(since({ kind: 'termsChanged', maintenance: 'B' })).toEqual(['outdated']);
});

it('a server that offers no such news is never in maintenance (OPERATOR-16)', () => {
  const terms = followTerms(null, () => {
    throw new Error('nothing is out of date');
  });
  expect(terms.maintenance()).toBeNull();
});
