import { choiceOf, SCREEN_CHOICES, type ChoiceName, type Chosen } from '../domain/screenChoices.ts';
import { ALERTS, ASK_ABOVE, type ListName, LISTS, SKETCHES } from './sessionStore.ts';
import type { Storage } from './storage.ts';

/** How balances are shown (WALLET-04), whether single keys act, and what is heard (NOTICE-04); the same in all tabs. */
export type PreferenceName =
  | 'hideZeroBalances'
  | 'showBalances'
  | 'keyShortcuts'
  | 'alertSound'
  | 'fillSound'
  | 'transferSound'
  | 'replySound'
  | 'hiddenNotices';

export interface Preferences {
  read(name: PreferenceName): boolean;
  write(name: PreferenceName, value: boolean): void;
  readChoice<Name extends ChoiceName>(name: Name): Chosen<Name>;
  choose<Name extends ChoiceName>(name: Name, value: Chosen<Name>): void;
  /** The amount of the coin above which an order is asked about (ORDER-17); empty for none. */
  readAskAbove(coin: string): string;
  writeAskAbove(coin: string, amount: string): void;
  /** The pair that was shown last (NAV-14); empty before there is one. */
  readonly readLastPair: () => string;
  writeLastPair(pair: string): void;
  /** Words with spaces between, such as `XMR-BTC BTC-USDT`. */
  readList(name: ListName): string;
  /** Adds the word to the list, or takes it out. */
  toggle(name: ListName, word: string): void;
  /** Prices to be alerted at (ALERT-04), as `domain/priceAlert.ts` writes them; empty without any. */
  readonly readAlerts: () => string;
  writeAlerts(alerts: string): void;
  /** What was drawn in the pair's chart (DRAW-04), as `domain/sketch.ts` writes it; empty without any. */
  readSketches(pair: string): string;
  writeSketches(pair: string, sketches: string): void;
  /** Called after every change, in other tabs too. */
  readonly listen: (listener: () => void) => () => void;
}

const DEFAULTS: Readonly<Record<PreferenceName, boolean>> = {
  hideZeroBalances: false,
  showBalances: true,
  keyShortcuts: true,
  alertSound: false,
  fillSound: false,
  transferSound: false,
  replySound: false,
  hiddenNotices: false,
};

/** What draws attention (NOTICE-04). */
export const ATTENTIONS = [
  'fillSound',
  'alertSound',
  'transferSound',
  'replySound',
  'hiddenNotices',
] as const satisfies PreferenceName[];

const LAST_PAIR = 'lastPair';
const WORDS: ReadonlySet<string> = new Set([...LISTS, LAST_PAIR, ALERTS]);

/** Stored as `true` and `false`; anything else counts as not set. */
export function createPreferences(storage: Pick<Storage, 'read' | 'write'>, window: Window): Preferences {
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  // Fired in other tabs; without a key the whole storage was cleared.
  window.addEventListener('storage', ({ key }) => {
    const isOne = (name: string): boolean => name in DEFAULTS || name in SCREEN_CHOICES || WORDS.has(name);
    if (key === null || isOne(key) || key.startsWith(ASK_ABOVE) || key.startsWith(SKETCHES)) notify();
  });
  const put = (key: string, text: string): void => {
    storage.write(key, text);
    notify();
  };
  const readerOf = (key: string) => (): string => storage.read(key) ?? '';
  return {
    read(name) {
      const kept = storage.read(name);
      return kept === 'true' || kept === 'false' ? kept === 'true' : DEFAULTS[name];
    },
    write: (name, value) => put(name, String(value)),
    readChoice: (name) => choiceOf(name, storage.read(name)),
    choose: put,
    readAskAbove: (coin) => readerOf(ASK_ABOVE + coin)(),
    writeAskAbove: (coin, amount) => put(ASK_ABOVE + coin, amount),
    readLastPair: readerOf(LAST_PAIR),
    writeLastPair: (pair) => put(LAST_PAIR, pair),
    readAlerts: readerOf(ALERTS),
    writeAlerts: (alerts) => put(ALERTS, alerts),
    readSketches: (pair) => readerOf(SKETCHES + pair)(),
    writeSketches: (pair, sketches) => put(SKETCHES + pair, sketches),
    readList: (name) => readerOf(name)(),
    toggle(name, word) {
      const words = new Set(readerOf(name)().split(' ').filter(Boolean));
      if (!words.delete(word)) words.add(word);
      put(name, [...words].join(' '));
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
