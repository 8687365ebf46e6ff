import { fits, isDisabled, isSeen, isTold, nameOf, placesOf, roleOf, squeezed, type Words } from './roles.ts';
import { keyOn, pressOn, typeInto } from './hand.ts';
import { rest, turns } from './real.ts';

/** Until one who waits gives up. Counted in rounds, so that a busy machine changes nothing; some 13 s on an idle one. */
const ROUNDS = 300;
/** After this many turns everything that needs no real time has happened. */
const QUICK_ROUNDS = 8;

export interface Waits {
  /** Lets running work continue: a moment of the page's time, where it flows. */
  moment(): Promise<void>;
}

/** Tries until it succeeds. @param timeout milliseconds in a browser. @throws Error of the last try */
export async function until<T>(page: Waits, look: () => T | Promise<T>, timeout?: number): Promise<T> {
  const rounds = timeout === undefined ? ROUNDS : Math.min(ROUNDS, 2 * QUICK_ROUNDS + timeout / 100);
  for (let count = 1; ; count += 1) {
    try {
      return await look();
    } catch (error) {
      if (count > rounds) throw error;
    }
    if (count > QUICK_ROUNDS) await rest(Math.min(50, count - QUICK_ROUNDS));
    await page.moment();
  }
}

interface Named {
  readonly name?: Words;
  readonly exact?: boolean;
  readonly level?: number;
  readonly includeHidden?: boolean;
}
interface Filter {
  readonly hasText?: Words;
  readonly hasNotText?: Words;
  readonly has?: Locator;
}
type Find = () => readonly Element[];

const textOf = (element: Element): string => squeezed(element.textContent);

/** Everything that a screen offers to a hand and an eye, by the names that Playwright gives it. */
export class Locator {
  readonly #page: Waits;
  readonly #find: Find;
  readonly #what: string;
  constructor(page: Waits, find: Find, what: string) {
    this.#page = page;
    this.#find = find;
    this.#what = what;
  }
  toString = (): string => this.#what;
  elements = (): readonly Element[] => this.#find();
  #then(what: string, find: (all: readonly Element[]) => readonly Element[]): Locator {
    return new Locator(this.#page, () => find(this.#find()), `${this.#what} ${what}`);
  }
  #inside(what: string, selectors: string, is: (one: Element) => boolean = () => true): Locator {
    return this.#then(what, (all) =>
      Array.from(new Set(all.flatMap((one) => [...one.querySelectorAll(selectors)]))).filter(is),
    );
  }

  getByRole = (role: string, { name, exact, level, includeHidden = false }: Named = {}): Locator =>
    this.#inside(
      `${role} ${String(name ?? '')}`,
      placesOf(role),
      (element) =>
        roleOf(element) === role &&
        (name === undefined || fits(nameOf(element), name, exact)) &&
        (level === undefined || element.localName === `h${level}`) &&
        (includeHidden || isTold(element)),
    );
  /** The innermost elements with this text. */
  getByText = (text: Words, { exact = false }: Named = {}): Locator =>
    this.#inside(
      `text ${String(text)}`,
      '*',
      (element) =>
        fits(element.textContent, text, exact) &&
        element.closest('head, script') === null &&
        ![...element.children].some((child) => fits(child.textContent, text, exact)),
    );
  getByLabel = (text: Words, { exact = false }: Named = {}): Locator =>
    this.#inside(
      `label ${String(text)}`,
      '[aria-label], [aria-labelledby], input, textarea, select',
      (element) => fits(nameOf(element), text, exact),
    );
  locator = (selectors: string): Locator => this.#inside(selectors, selectors);
  filter = ({ hasText, hasNotText, has }: Filter): Locator =>
    this.#then(`with ${String(hasText ?? has ?? hasNotText)}`, (all) =>
      all.filter(
        (one) =>
          (hasText === undefined || fits(one.textContent, hasText)) &&
          (hasNotText === undefined || !fits(one.textContent, hasNotText)) &&
          (has === undefined || has.elements().some((inner) => inner !== one && one.contains(inner))),
      ),
    );
  first = (): Locator => this.nth(0);
  last = (): Locator => this.#then('last', (all) => all.slice(-1));
  nth = (index: number): Locator => this.#then(`nth ${index}`, (all) => all.slice(index, index + 1));
  all = async (): Promise<Locator[]> => this.#find().map((_, index) => this.nth(index));

  /** @throws Error unless there is exactly one. */
  one(): Element {
    const [first, ...others] = this.#find();
    if (first && others.length === 0) return first;
    throw new Error(`${first ? others.length + 1 : 0} elements are: ${this.#what}`);
  }
  #soon<T>(look: (element: Element) => T): Promise<T> {
    return until(this.#page, () => look(this.one()));
  }
  async #now<T>(look: (all: readonly Element[]) => T): Promise<T> {
    await turns();
    return look(this.#find());
  }

  count = (): Promise<number> => this.#now(({ length }) => length);
  isVisible = (): Promise<boolean> => this.#now((all) => all.length > 0 && isSeen(this.one()));
  allInnerTexts = (): Promise<string[]> => this.#now((all) => all.map(textOf));
  allTextContents = (): Promise<string[]> => this.#now((all) => all.map(({ textContent }) => textContent));
  textContent = (): Promise<string | null> => this.#soon(({ textContent }) => textContent);
  innerText = (): Promise<string> => this.#soon(textOf);
  inputValue = (): Promise<string> => this.#soon((element) => (element as HTMLInputElement).value);
  getAttribute = (name: string): Promise<string | null> => this.#soon((one) => one.getAttribute(name));
  evaluate = async <T, A>(work: (element: Element, given: A) => T, given: A): Promise<Awaited<T>> =>
    await (
      await this.#soon((element) => [work(element, given)] as const)
    )[0];
  evaluateAll = async <T, A>(work: (all: Element[], given: A) => T, given: A): Promise<Awaited<T>> =>
    await (
      await this.#now((all) => [work([...all], given)] as const)
    )[0];
  waitFor = ({ state = 'visible' }: { readonly state?: string } = {}): Promise<void> =>
    until(this.#page, () => {
      const all = this.#find();
      const isThere = state === 'visible' || state === 'hidden' ? all.some(isSeen) : all.length > 0;
      if (isThere !== (state === 'visible' || state === 'attached'))
        throw new Error(`is not ${state}: ${this.#what}`);
    });

  async #act(act: (element: HTMLElement) => void, isForced = false): Promise<void> {
    await this.#soon((element) => {
      if (!isForced && !isSeen(element)) throw new Error(`nobody sees: ${this.#what}`);
      if (!isForced && isDisabled(element)) throw new Error(`is disabled: ${this.#what}`);
      act(element as HTMLElement);
    });
    await turns();
  }
  click = ({ force = false }: { readonly force?: boolean } = {}): Promise<void> => this.#act(pressOn, force);
  dispatchEvent = (type: string): Promise<void> =>
    this.#act((element) => void element.dispatchEvent(new Event(type, { bubbles: true })), true);
  fill = (text: string): Promise<void> =>
    this.#act((element) => {
      element.focus();
      typeInto(element, text);
    });
  clear = (): Promise<void> => this.fill('');
  press = (key: string): Promise<void> =>
    this.#act((element) => {
      element.focus();
      keyOn(element, key);
    });
  pressSequentially = async (text: string): Promise<void> => {
    for (const key of text) await this.press(key);
  };
  check = (): Promise<void> =>
    this.#act((element) => {
      if (!(element as HTMLInputElement).checked) pressOn(element);
    });
  selectOption = (wanted: string | { readonly label: string }): Promise<void> =>
    this.#act((element) => {
      const option = [...element.querySelectorAll('option')].find((one) =>
        typeof wanted === 'string'
          ? one.value === wanted || textOf(one) === wanted
          : textOf(one) === wanted.label,
      );
      if (!option) throw new Error(`there is no ${JSON.stringify(wanted)} in: ${this.#what}`);
      typeInto(element, option.value);
    });
}
