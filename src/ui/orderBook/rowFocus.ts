const PRICES = 'tr[data-level]:not([data-empty]) button';

/** Prices that can be reached, from the top of the ladder to its bottom. */
function pricesOf(ladder: HTMLElement): HTMLElement[] {
  return [...ladder.querySelectorAll<HTMLElement>(`[data-book]:not([hidden]) ${PRICES}`)];
}

/** The one price that Tab stops at. */
const stopOf = (ladder: HTMLElement): HTMLElement | null =>
  ladder.querySelector<HTMLElement>("button[tabindex='0']");

function moveStop(ladder: HTMLElement, to: HTMLElement | undefined): void {
  const stop = stopOf(ladder);
  if (stop === to) return;
  if (stop) stop.tabIndex = -1;
  if (to) to.tabIndex = 0;
}

/**
 * Keeps one price of the ladder in the order of Tab. Where its row is gone, the best price takes its place.
 * Call it whenever other rows are taken, empty or hidden.
 */
export function keepStop(ladder: HTMLElement): void {
  const prices = pricesOf(ladder);
  const stop = stopOf(ladder);
  if (stop && prices.includes(stop)) return;
  const best = prices.find((price) => price.closest('tr')?.dataset.level === '0');
  moveStop(ladder, best ?? prices[0]);
}

/** The price that has the focus is where Tab comes back to. */
export function noteFocus(ladder: HTMLElement, focused: EventTarget): void {
  if (focused instanceof HTMLElement && focused.matches(PRICES)) moveStop(ladder, focused);
}

/** Where the keys of the ladder lead: a row up or down, or to one of its ends. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves the focus between rows. @returns whether the key was one of the ladder's. */
export function walkRows(ladder: HTMLElement, key: string, from: EventTarget): boolean {
  const step = STEPS[key];
  const prices = pricesOf(ladder);
  const at = prices.indexOf(from as HTMLElement);
  if (!step || at === -1) return false;
  prices[step(at, prices.length - 1)]?.focus();
  return true;
}
