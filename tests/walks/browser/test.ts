import { type Assertion, expect as plain, it } from 'vitest';
import { Locator, until } from './locator.ts';
import { Page } from './page.ts';
import { fits, isDisabled, isSeen, type Words } from './roles.ts';

// In place of `tests/e2e/support/test.ts` and `@playwright/test`: the same specs, in a document of this process.

interface Parts {
  readonly page: Page;
  readonly guard: { expect(pattern: RegExp): void };
}

let hasStreams = true;
let shown: Page | null = null;

function define(title: string, work: (parts: Parts) => Promise<void> | void): void {
  const ofTest = hasStreams;
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- a test of a spec.
  it(title, { timeout: 600_000 }, async () => {
    const page = new Page(ofTest);
    shown = page;
    const allowed: RegExp[] = [];
    try {
      await work({ page, guard: { expect: (pattern) => void allowed.push(pattern) } });
    } catch (error) {
      if (error instanceof Error && page.url() !== 'about:blank')
        error.message += `\nThe page: ${document.body.textContent.slice(0, 700)}\n${page.findings.join('\n')}`;
      throw error;
    } finally {
      await page.close();
      shown = null;
    }
    const findings = page.findings.filter((text) => !allowed.some((one) => one.test(text)));
    plain(findings, 'what the page complained of').toEqual([]);
  });
}

export const test = Object.assign(define, {
  describe: (work: () => void): void => {
    const before = hasStreams;
    work();
    hasStreams = before;
  },
  use: ({ streams = true }: { readonly streams?: boolean }): void => {
    hasStreams = streams;
  },
  setTimeout: () => undefined,
  step: <T>(_name: string, work: () => Promise<T>): Promise<T> => work(),
});

/** Styles, layout and pictures are not known here. */
export const IN_CHROMIUM = false;

/** There is none here. */
export const withoutWorker = async (): Promise<void> => undefined;

const waits = { moment: () => (shown ? shown.moment() : Promise.resolve()) };

interface Look {
  readonly message?: string;
  readonly timeout?: number;
}

const onlyOne = (one: Locator, is: (element: Element) => boolean): boolean => {
  const all = one.elements();
  return all.length > 0 && is(one.one());
};
const valueOf = (element: Element): string => (element as HTMLInputElement).value;

/** Whether a locator is as it is expected to be. */
const OF_LOCATOR = {
  toBeVisible: (one: Locator) => onlyOne(one, isSeen),
  toBeHidden: (one: Locator) => !one.elements().some(isSeen),
  toBeAttached: (one: Locator) => one.elements().length > 0,
  toHaveCount: (one: Locator, count: number) => one.elements().length === count,
  toHaveText: (one: Locator, wanted: Words) =>
    onlyOne(one, (element) => fits(element.textContent, wanted, true)),
  toContainText: (one: Locator, wanted: Words) =>
    onlyOne(one, (element) => fits(element.textContent, wanted)),
  toBeEnabled: (one: Locator) => onlyOne(one, (element) => !isDisabled(element)),
  toBeFocused: (one: Locator) => onlyOne(one, (element) => element === document.activeElement),
  toHaveValue: (one: Locator, wanted: Words) =>
    onlyOne(one, (element) => fits(valueOf(element), wanted, true)),
  toHaveAttribute: (one: Locator, name: string, wanted: Words) =>
    onlyOne(one, (element) => fits(element.getAttribute(name) ?? '', wanted, true)),
} as const;
const OF_PAGE = { toHaveURL: (page: Page, wanted: RegExp) => wanted.test(page.url()) } as const;

type Judge = (subject: never, ...wanted: never[]) => boolean;
const soon = (subject: unknown, judges: Readonly<Record<string, Judge>>, isNot: boolean) =>
  Object.fromEntries(
    Object.entries(judges).map(([name, is]) => [
      name,
      (...wanted: never[]) =>
        until(
          waits,
          () => {
            if (is(subject as never, ...wanted) === isNot)
              throw new Error(
                `${String(subject)}: expected ${isNot ? 'not ' : ''}${name} ${wanted.join(' ')}`,
              );
          },
          (wanted.at(-1) as Look | undefined)?.timeout,
        ),
    ]),
  );
const both = (subject: unknown, judges: Readonly<Record<string, Judge>>) => ({
  ...soon(subject, judges, false),
  not: soon(subject, judges, true),
});

/** Retried until it holds; the last difference is reported. */
function poll(look: () => unknown, { message, timeout }: Look = {}) {
  const tried = (matcher: string) => (wanted: unknown) =>
    until(
      waits,
      async () => {
        // oxlint-disable-next-line vitest/valid-expect -- called by the name of the matcher.
        const matchers: Assertion = plain(await look(), message);
        (Reflect.get(matchers, matcher) as (wanted: unknown) => void).call(matchers, wanted);
      },
      timeout,
    );
  return new Proxy({}, { get: (_, matcher: string) => tried(matcher) });
}

function judge(value: unknown, message?: string): unknown {
  if (value instanceof Locator) return both(value, OF_LOCATOR);
  if (value instanceof Page) return both(value, OF_PAGE);
  if (typeof value === 'function') return { toPass: () => until(waits, value as () => Promise<void>) };
  // oxlint-disable-next-line vitest/valid-expect -- the caller names the matcher.
  return plain(value, message);
}

export const expect = Object.assign(judge, { poll, stringMatching: plain.stringMatching });
