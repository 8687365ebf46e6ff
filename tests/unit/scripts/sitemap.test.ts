import { expect, it } from 'vitest';
import { sitemapOf } from '../../../scripts/pages.ts';

it('the sitemap names every page in every language, and beside each all of its languages', () => {
  const map = sitemapOf('https://example.org', ['/', '/fees'], ['en', 'de']);
  const addresses = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    'https://example.org/',
    'https://example.org/?lng=de',
    'https://example.org/fees',
    'https://example.org/fees?lng=de',
  ]);
  const german = map.split('\n').find((line) => line.includes('<loc>https://example.org/fees?lng=de<'));
  expect(german).toContain('<xhtml:link rel="alternate" hreflang="en" href="https://example.org/fees"/>');
  expect(german).toContain(
    '<xhtml:link rel="alternate" hreflang="de" href="https://example.org/fees?lng=de"/>',
  );
});
