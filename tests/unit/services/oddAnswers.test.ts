import { describe, expect, it, vi } from 'vitest';
import { OutageError } from '../../../src/domain/failure.ts';
import { createTurnstile } from '../../../src/services/captcha.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { createHttp } from '../../../src/services/http/http.ts';
import type { Transport } from '../../../src/services/http/port.ts';
import { createConsoleLog } from '../../../src/services/log.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

async function failureOver(transport: Transport) {
  const http = createHttp({
    clock: new TestClock(),
    log: silentLog,
    sendsIdempotencyKeys: true,
    sessionHeaders: () => ({}),
    onUnauthorized: () => undefined,
    transport,
  });
  const reason: unknown = await http.send(calls.markets, {}).catch((error: unknown) => error);
  return reason instanceof OutageError ? reason.failure : reason;
}

describe('an answer', () => {
  it.each([101, 199, 300, 304])(
    'with the status %i cannot be read, whatever it holds (CALL-10)',
    async (status) => {
      const failure = await failureOver(() => Promise.resolve({ status, body: {} }));
      expect(failure).toMatchObject({ code: 'unreadable', status });
    },
  );

  it('that never came names the kind of error, and anything else by no name', async () => {
    expect(await failureOver(() => Promise.reject(new TypeError('secret')))).toMatchObject({
      code: 'unreachable',
      cause: 'TypeError',
    });
    // oxlint-disable-next-line prefer-promise-reject-errors -- browsers and extensions do throw such things
    expect(await failureOver(() => Promise.reject('secret'))).toMatchObject({ cause: 'unknown' });
  });
});

describe('the log', () => {
  function consoleLog() {
    const lines: unknown[] = [];
    const write = (line: unknown) => void lines.push(line);
    return { lines, log: createConsoleLog({ warn: write, error: write }) };
  }

  it('logs the first dropped frame and every hundredth', () => {
    const { lines, log } = consoleLog();
    for (let count = 1; count <= 250; count += 1) log.droppedFrame(count);
    expect(lines).toEqual([1, 100, 200].map((count) => `socket: ${count} unreadable frame(s) dropped`));
  });

  it('logs the same thing once: five places of an answer, numbers left out (CALL-05)', () => {
    const { lines, log } = consoleLog();
    const faults = ['0.price', '1.price', '', 'a', 'b', 'c'].map((path) => ({ path, message: 'no' }));
    log.unreadable('orders', faults);
    log.unreadable('orders', faults);
    log.warning('w');
    log.warning('w');
    expect(lines).toEqual([
      'orders: 0.price: no',
      'orders: answer: no',
      'orders: a: no',
      'orders: b: no',
      'w',
    ]);
  });

  it('logs an outage with its status, and a defect by its name (CALL-11)', () => {
    const { lines, log } = consoleLog();
    log.outage('orders', 'server', 502);
    log.outage('orders', 'timeout');
    log.defect('page', new TypeError('x'));
    log.defect('page', 'x');
    expect(lines).toEqual(['orders: server 502', 'orders: timeout', 'page: TypeError: x', 'page: unknown']);
  });
});

describe('a script of the captcha', () => {
  it('that loads and does not start is no captcha', async () => {
    const scripts: EventTarget[] = [];
    const window = {
      document: {
        createElement: () => new EventTarget(),
        head: { append: (script: EventTarget) => scripts.push(script) },
      },
    };
    const captcha = createTurnstile(
      { siteKey: 'site', scriptUrl: 'https://captcha.example/api.js' },
      window as unknown as Window,
    );
    const heard: string[] = [];
    captcha.mount({} as HTMLElement, {
      token: () => heard.push('token'),
      failed: () => heard.push('failed'),
    });
    scripts[0]?.dispatchEvent(new Event('load'));
    await vi.waitFor(() => expect(heard).toEqual(['failed']));
  });
});
