const PRICES = 'tr[data-level]:not([data-empty]) button';

function pricesOf(ladder: HTMLElement): HTMLElement[] {
  return [...ladder.querySelectorAll<HTMLElement>(`[data-book]:not([hidden]) ${PRICES}`)];
}

const stopOf = (ladder: HTMLElement): HTMLElement | null =>
  ladder.querySelector<HTMLElement>("button[tabindex='0']");

function moveStop(ladder: HTMLElement, to: HTMLElement | undefined): void {
  const stop = stopOf(ladder);
  if (stop === to) return;
  if (stop) stop.tabIndex = -1;
  if (to) to.tabIndex = 0;
}

/** Keeps one price in the tab order. Call it whenever rows are taken, emptied or hidden. */
export function keepStop(ladder: HTMLElement): void {
  const prices = pricesOf(ladder);
  const stop = stopOf(ladder);
  if (stop && prices.includes(stop)) return;
  const best = prices.find((price) => price.closest('tr')?.dataset.level === '0');
  moveStop(ladder, best ?? prices[0]);
}

export function noteFocus(ladder: HTMLElement, focused: EventTarget): void {
  if (focused instanceof HTMLElement && focused.matches(PRICES)) moveStop(ladder, focused);
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** @returns whether the key moved the focus between rows. */
export function walkRows(ladder: HTMLElement, key: string, from: EventTarget): boolean {
  const step = STEPS[key];
  const prices = pricesOf(ladder);
  const at = prices.indexOf(from as HTMLElement);
  if (!step || at === -1) return false;
  prices[step(at, prices.length - 1)]?.focus();
  return true;
}
