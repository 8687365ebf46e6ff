/** A write whose answer was lost, and where it is found out what became of it. */
export interface OpenOutcome {
  readonly kind: 'order' | 'withdrawal';
  /** The pair of an order, the coin of a withdrawal. */
  readonly of: string;
  readonly path: string;
}

/** The writes of this user whose outcome nobody knows. */
export interface OpenOutcomes {
  /** The same list as long as nothing changed. */
  readonly get: () => readonly OpenOutcome[];
  /** @returns a function that stops listening. */
  readonly listen: (hear: () => void) => () => void;
  /**
   * Says that the wizard of a coin is on the screen, and whether it waits for an outcome. What is merely on its way
   * there is not called unknown; once the wizard is gone nobody hears its answer any more.
   * @returns a function that says that it is gone.
   */
  readonly showWithdrawal: (ticker: string, isUnknown: boolean) => () => void;
}
