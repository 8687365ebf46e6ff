import { describe, expect, it } from 'vitest';
import { createAnswer } from '../../../venue/http/asset.ts';

const PLAIN = Buffer.from('hello');
const BODIES = new Map([
  ['br', new Uint8Array([1])],
  ['gzip', new Uint8Array([2])],
]);
const ask = (headers: Record<string, string> = {}) => new Request('http://localhost/a', { headers });
const bytesOf = async (answer: Response) => [...new Uint8Array(await answer.arrayBuffer())];

describe('a file that the venue serves', () => {
  it.each([
    ['', null],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000', null],
    ['br;q=0.5', 'br'],
    ['brotli', null],
  ])('is compressed in a way that the browser accepts: %j', async (accepted, encoding) => {
    const answer = createAnswer('/a.js', PLAIN, BODIES).answer(ask({ 'accept-encoding': accepted }));
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    const wanted = encoding === null ? [...PLAIN] : [...(BODIES.get(encoding) ?? [])];
    expect(await bytesOf(answer)).toEqual(wanted);
  });

  it('names the headers that its answer depends on, if any', () => {
    const varies = (...given: Parameters<typeof createAnswer>) =>
      createAnswer(...given).answer(ask()).headers;
    expect(varies('/a.png', PLAIN, new Map()).get('vary')).toBeNull();
    expect(varies('/a.js', PLAIN, BODIES).get('vary')).toBe('Accept-Encoding');
    const page = varies('/', PLAIN, BODIES, { language: 'de', policy: null });
    expect(page.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(page.get('content-language')).toBe('de');
    expect(varies('/', PLAIN, BODIES).get('content-language')).toBeNull();
  });

  it('is cached for a year where its name contains its hash, and revalidated otherwise', () => {
    const cached = (path: string) =>
      createAnswer(path, PLAIN, new Map()).answer(ask()).headers.get('cache-control');
    expect(cached('/assets/a-1.js')).toContain('immutable');
    expect(cached('/index.html')).toBe('no-cache');
    expect(cached('/my/assets/a.js')).toBe('no-cache');
  });

  it('is not sent again to a client that has it, in the same encoding', () => {
    const asset = createAnswer('/a.js', PLAIN, BODIES);
    const tagOf = (accepted: string) =>
      asset.answer(ask({ 'accept-encoding': accepted })).headers.get('etag') ?? '';
    expect(tagOf('')).not.toBe(tagOf('br'));
    const again = (tag: string) =>
      asset.answer(ask({ 'accept-encoding': 'br', 'if-none-match': tag })).status;
    expect([again(tagOf('br')), again(tagOf(''))]).toEqual([304, 200]);
  });
});
