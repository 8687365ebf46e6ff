export interface CountdownInput {
  /** Epoch milliseconds. Another instant is another actor. */
  readonly until: number;
}

export interface CountdownContext extends CountdownInput {
  /** Whole seconds, the running one counted; null before the first look at the clock. */
  readonly secondsLeft: number | null;
}

/** @param now epoch milliseconds. */
export interface CountdownEvent {
  readonly type: 'clock.ticked';
  readonly now: number;
}

export interface TickerInput {
  readonly until: number;
}
