import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import { bringPopovers } from '../../../src/app/popovers.ts';

/** A window that knows no popovers. */
function scene() {
  const window = new Window() as unknown as globalThis.Window & typeof globalThis;
  const { document } = window;
  document.body.innerHTML = `
    <button popovertarget="list"><b>Language</b></button>
    <div id="list" popover="auto"><button lang="de">Deutsch</button></div>
    <p>Text</p>
    <div id="tip" popover="manual"></div>`;
  bringPopovers(window);
  const one = (selector: string) => document.querySelector(selector) as HTMLElement;
  return {
    press: (selector: string) => one(selector).click(),
    key: (key: string) => one('p').dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true })),
    show: (selector: string) => one(selector).showPopover(),
    hide: (selector: string) => one(selector).hidePopover(),
    isMarked: () => document.documentElement.dataset.popovers === 'own',
    open: () => [...document.querySelectorAll('[data-open]')].map(({ id }) => id),
  };
}

it('PUBLIC-19 without popovers of the browser, a list opens and closes at its button', () => {
  const { press, open, isMarked } = scene();
  expect(isMarked()).toBe(true);
  expect(open()).toEqual([]);
  press('b');
  expect(open()).toEqual(['list']);
  press('[lang]');
  expect(open()).toEqual(['list']);
  press('b');
  expect(open()).toEqual([]);
});

it.each([
  ['a press elsewhere', (page: ReturnType<typeof scene>) => page.press('p'), []],
  ['Escape', (page: ReturnType<typeof scene>) => page.key('Escape'), []],
  ['another key', (page: ReturnType<typeof scene>) => page.key('a'), ['list']],
  ['its own choice', (page: ReturnType<typeof scene>) => page.hide('#list'), []],
] as const)('and after %s', (_what, act, left) => {
  const page = scene();
  page.press('b');
  act(page);
  expect(page.open()).toEqual(left);
});

it('and what a script shows stays until that script hides it', () => {
  const { press, show, hide, open } = scene();
  show('#tip');
  press('p');
  expect(open()).toEqual(['tip']);
  hide('#tip');
  expect(open()).toEqual([]);
});
