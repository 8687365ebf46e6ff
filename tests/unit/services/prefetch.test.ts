import { describe, expect, it } from 'vitest';
import { succeeded } from '../../../src/domain/result.ts';
import { prefetchRoute } from '../../../src/app/prefetchRoute.ts';
import { createPrefetch } from '../../../src/services/http/prefetch.ts';
import { calls } from '../../../src/services/contract/index.ts';
import type { Call } from '../../../src/services/contract/calls/call.ts';
import type { Http, SendOptions } from '../../../src/services/http/port.ts';

const XMR = { params: { pair: 'XMR-BTC' } };

function server(fails = false) {
  const asked: string[] = [];
  const givenUp: string[] = [];
  const send = (call: Call, input: unknown, options?: SendOptions): Promise<unknown> => {
    asked.push(`${call.name} ${JSON.stringify(input)}`);
    options?.signal?.addEventListener('abort', () => givenUp.push(call.name));
    return fails ? Promise.reject(new Error('unreachable')) : Promise.resolve(succeeded(asked.length));
  };
  const clock = { time: 0, now: () => clock.time };
  return { asked, givenUp, clock, ...createPrefetch({ send: send as Http['send'] }, clock) };
}

describe('a prefetched read', () => {
  it('answers the first identical request, and no other', async () => {
    const { asked, prefetch, http } = server();
    void prefetch.send(calls.pair, XMR);
    expect(await http.send(calls.pair, XMR)).toEqual(succeeded(1));
    expect(asked).toHaveLength(1);
    expect(await http.send(calls.pair, XMR)).toEqual(succeeded(2));
    expect(await http.send(calls.trades, { ...XMR, query: { limit: 100 } })).toEqual(succeeded(3));
  });

  it('answers no other request', async () => {
    const { asked, prefetch, http } = server();
    void prefetch.send(calls.pair, XMR);
    await http.send(calls.pair, { params: { pair: 'LTC-BTC' } });
    await http.send(calls.markets, {});
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['as long as it is on its way', 60_000, false, 1],
    ['3 s after it came', 3000, true, 1],
    ['and not later: it is old', 3001, true, 2],
    ['nor when the clock was set back: nobody knows how old it is', -1, true, 2],
  ])('%s', async (_when, passed, hasCome, requests) => {
    const { asked, clock, prefetch, http } = server();
    const begun = prefetch.send(calls.pair, XMR);
    if (hasCome) await begun;
    clock.time += passed;
    await http.send(calls.pair, XMR);
    expect(asked).toHaveLength(requests);
  });

  it('is taken also where the clock moves on while it is looked for', async () => {
    const { asked, clock, prefetch, http } = server();
    let time = 0;
    clock.now = () => (time += 1);
    void prefetch.send(calls.pair, XMR);
    void http.send(calls.pair, XMR);
    await http.send(calls.markets, {});
    expect(asked).toHaveLength(2);
  });

  it('tells its taker that it failed, and the next request is sent anew', async () => {
    const { asked, prefetch, http } = server(true);
    prefetch.send(calls.pair, XMR).catch(() => undefined);
    await expect(http.send(calls.pair, XMR)).rejects.toThrow('unreachable');
    await expect(http.send(calls.pair, XMR)).rejects.toThrow('unreachable');
    expect(asked).toHaveLength(2);
  });

  it('ends when who took it gives it up, and not for anybody else', async () => {
    const { givenUp, prefetch, http } = server();
    void prefetch.send(calls.pair, XMR);
    void prefetch.send(calls.markets, {});
    const leaving = new AbortController();
    const taken = http.send(calls.pair, XMR, { signal: leaving.signal });
    await http.send(calls.markets, {});
    expect(givenUp).toEqual([]);
    leaving.abort();
    expect(givenUp).toEqual(['pair']);
    await taken;
  });

  it('is never a write', () => {
    const { asked, prefetch } = server();
    expect(() => prefetch.send(calls.logout, {})).toThrow('logout is a write');
    expect(asked).toEqual([]);
  });
});

describe('what a page reads ahead', () => {
  it.each([
    ['/trade/XMR-BTC', ['orderBook', 'pair', 'trades', 'markets']],
    ['/trade/xmr-btc', ['orderBook', 'pair', 'trades', 'markets']],
    ['/trade/XMR', []],
    ['/trade/%', []],
    ['/trade/XMR-BTC/x', []],
    ['/', []],
    ['/wallet', []],
  ])('%s', (path, names) => {
    const { asked, prefetch } = server();
    let begun = 0;
    prefetchRoute(path, prefetch, { begin: () => (begun += 1) });
    expect(asked.map((text) => text.split(' ')[0])).toEqual(names);
    // The socket's thread takes as long to load as a screen.
    expect(begun).toBe(names.length > 0 ? 1 : 0);
    expect(asked.filter((text) => text.includes('"pair"') && !text.includes('XMR-BTC'))).toEqual([]);
  });

  it('harms nobody when it fails', async () => {
    const { asked, prefetch } = server(true);
    prefetchRoute('/trade/XMR-BTC', prefetch, { begin: () => undefined });
    // An unhandled rejection fails the run.
    await new Promise(setImmediate);
    expect(asked).toHaveLength(4);
  });
});
