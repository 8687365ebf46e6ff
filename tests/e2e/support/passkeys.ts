import type { Page } from '@playwright/test';
import type { HttpAnswer } from '../../../src/services/http/port.ts';

type Held = { held?: { readonly end: (how: string) => void } | null };

/**
 * Stands in for the browser's authenticators, which know no address such as 127.0.0.1; the walk answers for them.
 * `passkeys.spec.ts` has real ones.
 */
export async function holdDevice(page: Page): Promise<void> {
  await page.addInitScript((bytes) => {
    Object.defineProperty(window, 'PublicKeyCredential', { value: () => undefined });
    const buffer = new TextEncoder().encode(bytes).buffer;
    const credential = {
      id: 'a2V5',
      rawId: buffer,
      type: 'public-key',
      response: {
        clientDataJSON: buffer,
        attestationObject: buffer,
        authenticatorData: buffer,
        signature: buffer,
        getTransports: () => [],
      },
      getClientExtensionResults: () => ({}),
    };
    const ask = ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const end = (how: string): void => {
          Object.assign(window, { held: null });
          if (how === 'given') resolve(credential);
          else reject(new DOMException('no', how === 'known' ? 'InvalidStateError' : 'NotAllowedError'));
        };
        signal.addEventListener('abort', () => end('none'));
        Object.assign(window, { held: { end } });
      });
    Object.defineProperty(navigator, 'credentials', { value: { create: ask, get: ask } });
  }, 'key');
}

export async function endAsking(page: Page, how: 'given' | 'none' | 'known'): Promise<void> {
  await page.waitForFunction(() => Boolean((window as Held).held));
  await page.evaluate((way) => (window as Held).held?.end(way), how);
}

/** The same venue under a name: addresses have no passkeys. */
export async function openNamed(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/robots.txt', { waitUntil: 'load' });
  const url = new URL(path, page.url());
  url.hostname = 'localhost';
  await page.goto(url.href);
}

/** Options that a server may send before a passkey is made or used. */
export const OPTIONS: HttpAnswer = {
  status: 200,
  body: {
    challenge: 'c2lnbg',
    rp: { name: 'Quietbook' },
    user: { id: 'a2V5', name: 'ann', displayName: 'Ann' },
    pubKeyCredParams: [],
  },
};
