/** How balances are shown (WALLET-04), and whether single keys act; kept in the browser, the same in all of its tabs. */
export type PreferenceName = 'hideZeroBalances' | 'showBalances' | 'keyShortcuts';

export interface Preferences {
  read(name: PreferenceName): boolean;
  write(name: PreferenceName, value: boolean): void;
  /**
   * Hears of every change, of other tabs too.
   * @returns a function that stops listening.
   */
  listen(hear: () => void): () => void;
}
