import { beforeEach, describe, expect, it } from 'vitest';
import { createTurnstile } from '../../../src/services/captcha.ts';

interface Options {
  readonly sitekey: string;
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => boolean;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}

function fakePage(hasTrustedTypes: boolean) {
  const scripts: (EventTarget & { src?: string })[] = [];
  const said: string[] = [];
  const widgets: Options[] = [];
  const window = {
    document: {
      createElement: () => new EventTarget(),
      head: { append: (script: EventTarget) => scripts.push(script) },
    },
    ...(hasTrustedTypes
      ? {
          trustedTypes: {
            createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => {
              said.push(`policy ${name}`);
              return rules;
            },
          },
        }
      : {}),
    turnstile: {
      render: (_element: unknown, options: Options) => `widget ${widgets.push(options)}`,
      reset: (widget: string) => said.push(`reset ${widget}`),
      remove: (widget: string) => said.push(`remove ${widget}`),
    },
  };
  return { window: window as unknown as Window, scripts, said, widgets };
}

// The adapter only passes the element on.
const element = {} as HTMLElement;
let tokens: (string | null)[] = [];
const told = {
  token: (token: string | null): void => void tokens.push(token),
  failed: (): void => void tokens.push('failed'),
};
const SCRIPT = 'https://captcha.example/api.js';
const SETTINGS = { siteKey: 'site-1', scriptUrl: SCRIPT };

beforeEach(() => {
  tokens = [];
});

describe('the captcha', () => {
  it('is loaded once, and gives tokens', async () => {
    const { window, scripts, widgets, said } = fakePage(false);
    const captcha = createTurnstile(SETTINGS, window);
    expect(scripts).toHaveLength(0);
    const mounted = captcha.mount(element, told);
    captcha.mount(element, told);
    expect(scripts.map(({ src }) => src)).toEqual([SCRIPT]);
    scripts[0]?.dispatchEvent(new Event('load'));
    await settled();
    expect(widgets.map(({ sitekey }) => sitekey)).toEqual(['site-1', 'site-1']);
    widgets[0]?.callback('token-1');
    widgets[0]?.['expired-callback']();
    expect(tokens).toEqual(['token-1', null]);
    mounted.reset();
    expect(tokens).toEqual(['token-1', null, null]);
    expect(widgets[0]?.['error-callback']()).toBe(true);
    expect(tokens.at(-1)).toBe('failed');
    mounted.remove();
    expect(said).toEqual(['reset widget 1', 'remove widget 1']);
  });

  it('goes through a policy of its own where scripts must be trusted', () => {
    const { window, scripts, said } = fakePage(true);
    createTurnstile(SETTINGS, window).mount(element, told);
    expect(said).toEqual(['policy captcha']);
    expect(scripts[0]?.src).toBe(SCRIPT);
  });

  it('that cannot be loaded reports it, and the next form tries again', async () => {
    const { window, scripts } = fakePage(false);
    const captcha = createTurnstile(SETTINGS, window);
    captcha.mount(element, told);
    scripts[0]?.dispatchEvent(new Event('error'));
    await settled();
    expect(tokens).toEqual(['failed']);
    captcha.mount(element, told);
    expect(scripts).toHaveLength(2);
  });

  it('that is not there yet has nothing to renew', async () => {
    const { window } = fakePage(false);
    createTurnstile(SETTINGS, window).mount(element, told).reset();
    await settled();
    expect(tokens).toEqual([]);
  });

  it('of a form that was left is not shown', async () => {
    const { window, scripts, widgets } = fakePage(false);
    createTurnstile(SETTINGS, window).mount(element, told).remove();
    scripts[0]?.dispatchEvent(new Event('load'));
    await settled();
    expect(widgets).toEqual([]);
  });

  it('that cannot be loaded reports nothing to a form that was left', async () => {
    const { window, scripts } = fakePage(false);
    createTurnstile(SETTINGS, window).mount(element, told).remove();
    scripts[0]?.dispatchEvent(new Event('error'));
    await settled();
    expect(tokens).toEqual([]);
  });
});
