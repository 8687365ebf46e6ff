import type { Page } from '@playwright/test';
import { pages } from '../../../src/domain/paths.ts';
import { setRefundAddress } from './coins.ts';
import { HISTORIES, placeOrder, serve } from './histories.ts';
import { goInPage } from './inPage.ts';
import { makeTicket } from './tickets.ts';
import { expect } from './test.ts';
import { newTrader } from './trader.ts';

const PAIR = 'XMR-BTC';
const FAR = { pair: PAIR, operation: 'BUY', quantity: '0.5', price: '0.001' } as const;
const HASH = 'f'.repeat(64);
const AT = '2026-09-30T23:05:09Z';

const DEPOSITS = ['completed', 'processing', 'pending', 'failed', 'cancelled'].map((status, index) => ({
  id: `deposit-${index}-${HASH}`,
  currency: 'XMR',
  amount: '1234.56789012',
  state: status,
  confirmations: 12,
  transaction_hash: HASH,
  address: HASH,
  created_at: AT,
}));
const WITHDRAWALS = ['completed', 'created', 'pending', 'failed', 'unsuccessful'].map((status, index) => ({
  ...DEPOSITS[0],
  id: `withdrawal-${index}-${HASH}`,
  state: status,
  fee: '0.00012345',
}));
const TRADES = ['BUY', 'SELL'].map((operation, index) => ({
  id: `trade-${index}-${HASH}`,
  pair_symbol: PAIR,
  operation,
  type: 'LIMIT',
  executed_price: '0.00389',
  executed_quantity: '1234.56789',
  fee_amount: '0.0001',
  fee_currency: 'XMR',
  is_maker: true,
  created_at: AT,
}));

export const RECORDS = { trades: TRADES, deposits: DEPOSITS, withdrawals: WITHDRAWALS } as const;

/** Screens that a change is part of (`npm test -- --changed`). */
const WANTED = process.env.TEST_SCREENS?.split(',');

const isWanted = (path: string): boolean =>
  WANTED === undefined ||
  WANTED.some((address) => {
    const [start = ''] = address.split(':');
    return path === address || (start !== '/' && path.startsWith(start.endsWith('/') ? start : `${start}/`));
  });

/** A user with something in every list; opens no screen. @returns paths of all screens, or of changed ones */
export async function everyScreen(page: Page): Promise<readonly string[]> {
  await newTrader(page);
  await placeOrder(page, FAR);
  await setRefundAddress(page, 'GRIN');
  const ticket = await makeTicket(page);
  for (const name of ['trades', 'deposits', 'withdrawals'] as const) await serve(page, name, RECORDS[name]);
  expect(Object.keys(HISTORIES)).toHaveLength(5);
  // The two forms redirect a signed-in user.
  const plain = [...pages].filter((path) => !['/login', '/register', '/tos'].includes(path));
  const coins = ['BTC', 'GRIN'].flatMap((coin) => [`/deposit/${coin}`, `/withdraw/${coin}`]);
  const all = [...plain, `/trade/${PAIR}`, ...coins, `/support/${ticket}`, '/no/such/page'];
  const changed = all.filter(isWanted);
  return changed.length > 0 ? changed : all.slice(0, 1);
}

/** Milliseconds without a change; prices never rest. */
const QUIET = 120;
const LONGEST = 1000;
const PATIENCE = 60_000;

/** Like a link, without loading a page. */
export async function goTo(page: Page, path: string): Promise<void> {
  await goInPage(page, path);
  await settled(page, path);
}

/**
 * Nothing is busy and nothing changes. Checked in the page, because questions from outside are slow.
 * @param path of the screen that must be there
 */
export async function settled(page: Page, path = ''): Promise<void> {
  const missed = await page.evaluate(
    ([end, quiet, longest, patience]) =>
      new Promise<string>((resolve) => {
        const late = window.setTimeout(() => done(missing()), patience);
        let timer = 0;
        let rest = 0;
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, characterData: true, attributes: true, subtree: true });
        look();
        function missing(): string {
          const { href = '' } = document.querySelector<HTMLLinkElement>('link[rel="canonical"]') ?? {};
          if (!new URL(href, location.href).pathname.endsWith(end)) return `at ${href}`;
          const heading = document.querySelector('main :is(h1, h2, h3)');
          if (heading?.checkVisibility() !== true) return 'no heading';
          return document.querySelector('main [aria-busy="true"]') === null ? '' : 'busy';
        }
        function look(): void {
          clearTimeout(timer);
          if (missing() !== '') {
            clearTimeout(rest);
            rest = 0;
            return;
          }
          timer = window.setTimeout(() => done(''), quiet);
          if (rest === 0) rest = window.setTimeout(() => done(''), longest);
        }
        function done(said: string): void {
          observer.disconnect();
          for (const one of [late, timer, rest]) clearTimeout(one);
          resolve(said);
        }
      }),
    [path, QUIET, LONGEST, PATIENCE] as const,
  );
  expect(missed, `what ${path === '' ? 'the page' : path} waits for`).toBe('');
}

/** Buttons and fields in the document that a style hides or blocks, by name. */
export function hiddenControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('button, input, select, textarea')]
      .filter(
        (control) =>
          control.closest('dialog:not([open]), details:not([open]), [hidden], [inert], [popover]') === null,
      )
      .filter((control) => {
        // A label is drawn in place of a choice.
        const drawn = control.matches('[type="radio"], [type="checkbox"]')
          ? (control.labels?.[0] ?? control)
          : control;
        const { width, height } = drawn.getBoundingClientRect();
        const isOff = getComputedStyle(drawn).pointerEvents === 'none' && !control.matches(':disabled');
        const isSeen = drawn.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return !isSeen || isOff || width <= 1 || height <= 1;
      })
      .map(
        ({ localName, name, ariaLabel, textContent }) => `${localName} ${ariaLabel ?? (textContent || name)}`,
      ),
  );
}

/** Like a message of another tab. */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  const missed = await page.evaluate(
    ([chosen, patience]) =>
      new Promise<string>((resolve) => {
        const root = document.documentElement;
        const said = (): string => document.querySelector('[role="alert"]')?.textContent ?? '';
        const late = window.setTimeout(() => {
          done(root.lang === chosen ? 'no frame was drawn' : `it is ${root.lang} still; ${said()}`);
        }, patience);
        const observer = new MutationObserver(look);
        observer.observe(root, { attributeFilter: ['lang'] });
        localStorage.setItem('i18nextLng', chosen);
        dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng' }));
        look();
        function look(): void {
          // Rendered in the next frame.
          if (root.lang === chosen) requestAnimationFrame(() => requestAnimationFrame(() => done('')));
        }
        function done(reason: string): void {
          observer.disconnect();
          clearTimeout(late);
          resolve(reason);
        }
      }),
    [language, PATIENCE] as const,
  );
  expect(missed, `the page does not turn to ${language}`).toBe('');
}

/** Beside the window, cut off, or over other texts. */
export function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) told.push('the page scrolls sideways');
    const placed: { readonly element: Element; readonly box: DOMRect }[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
      );
      if (own.length === 0 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      const box = element.getBoundingClientRect();
      if ([...ancestors(element)].some(isOnlyHeard)) continue;
      const say = (what: string): number => told.push(`${what}: ${nameOf(element)}`);
      // A part that shows one line leaves out what wraps into another, whole.
      const isLeftOut = [...ancestors(element)].some((one) => {
        const { flexWrap, overflowY } = getComputedStyle(one);
        return flexWrap === 'wrap' && overflowY === 'hidden' && box.top >= one.getBoundingClientRect().bottom;
      });
      if (isLeftOut) continue;
      const around = [...ancestors(element)].map((one) => getComputedStyle(one));
      const scrolls = around.some(({ overflowX }) => /auto|scroll/.test(overflowX));
      if (!scrolls && (box.right > width + 1 || box.left < -1)) say('beside the window');
      const { overflowX, textOverflow } = getComputedStyle(element);
      // Truncated texts are shown in full on hover.
      const isSaid = element.closest('[title]') !== null;
      const mayBeCut = (textOverflow === 'ellipsis' && isSaid) || scrolls;
      const isNarrow = element.scrollWidth > element.clientWidth + 1;
      if (isNarrow && !mayBeCut && (/hidden|clip/.test(overflowX) || element.matches('button, th')))
        say('cut off');
      // Overlays have a layer of their own.
      if (scrolls || around.some(({ position }) => position === 'fixed' || position === 'sticky')) continue;
      // A control is as large as its frame; a text that may be cut is as large as its box.
      if (element.matches('button, a, input, select') || textOverflow === 'ellipsis') {
        placed.push({ element, box });
        continue;
      }
      for (const node of own) {
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) placed.push({ element, box: line });
      }
    }
    // A list of choices cuts its own text without a trace: a copy shows how wide it would be.
    for (const list of document.querySelectorAll('select')) {
      if (!list.checkVisibility()) continue;
      const copy = list.cloneNode(true) as HTMLSelectElement;
      copy.style.cssText = 'position: absolute; visibility: hidden; width: max-content;';
      list.after(copy);
      if (copy.offsetWidth > list.offsetWidth + 1) told.push(`cut off: ${nameOf(list)}`);
      copy.remove();
    }
    for (const [index, one] of placed.entries()) {
      for (const other of placed.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Lines have air above and below their letters.
        if (across > 1 && down > 6)
          told.push(`over another: ${nameOf(one.element)} ${nameOf(other.element)}`);
      }
    }
    return [...new Set(told)];

    function nameOf(element: Element): string {
      return `<${element.localName} class="${element.className}"> ${element.textContent}`;
    }
    function isOnlyHeard(element: Element): boolean {
      const { width: wide, height: high } = element.getBoundingClientRect();
      const { overflowX, clipPath } = getComputedStyle(element);
      return clipPath === 'inset(50%)' || ((wide <= 1 || high <= 1) && overflowX === 'hidden');
    }
    function* ancestors(element: Element): Generator<Element> {
      for (let one: Element | null = element; one; one = one.parentElement) yield one;
    }
  });
}
