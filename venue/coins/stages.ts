/**
 * Where the coins of a withdrawal, amount and fee, are at each stage. Every query over several stages uses this list,
 * so that a new stage is owed, audited and counted everywhere at once (SOLVENCY-11).
 */

interface StageRule {
  /** `locked`: the venue has them, and owes them. `left`: paid on the chain. `returned`: back in the balance. */
  readonly coins: 'locked' | 'left' | 'returned';
  /** Who has to act next; null where it has ended, as long as no block is lost. */
  readonly waitsFor: 'operator' | 'user' | 'chain' | null;
}

const STAGES = {
  // Above a daily ceiling (HELD-05).
  held: { coins: 'locked', waitsFor: 'operator' },
  created: { coins: 'locked', waitsFor: 'chain' },
  // Until the user's wallet has signed (GRIN).
  awaiting: { coins: 'locked', waitsFor: 'user' },
  sent: { coins: 'left', waitsFor: 'chain' },
  completed: { coins: 'left', waitsFor: null },
  failed: { coins: 'returned', waitsFor: null },
  cancelled: { coins: 'returned', waitsFor: null },
} as const satisfies Readonly<Record<string, StageRule>>;

export type WithdrawalStage = keyof typeof STAGES;

export const ruleOf = (stage: WithdrawalStage): StageRule => STAGES[stage];

const stagesWhere = (isWanted: (rule: StageRule) => boolean): string =>
  `(${Object.entries(STAGES)
    .filter(([, rule]) => isWanted(rule))
    .map(([stage]) => `'${stage}'`)
    .join(', ')})`;

/** Lists of stages, as SQL: `stage in ${LOCKED}`. */
export const LOCKED = stagesWhere(({ coins }) => coins === 'locked');
export const LEFT = stagesWhere(({ coins }) => coins === 'left');
export const RETURNED = stagesWhere(({ coins }) => coins === 'returned');
export const MOVING = stagesWhere(({ waitsFor }) => waitsFor !== null);
export const ENDED = stagesWhere(({ waitsFor }) => waitsFor === null);
export const WAITING_FOR_CHAIN = stagesWhere(({ waitsFor }) => waitsFor === 'chain');
/** Stages that count for the daily ceilings (HELD-05). */
export const LET_THROUGH = stagesWhere(
  ({ coins, waitsFor }) => coins !== 'returned' && waitsFor !== 'operator',
);

/** Deposits that are never credited, as SQL. */
export const UNCREDITED = `('small', 'refused')`;

/** The return of the deposit `d` that is on its way or done, as SQL. */
export const isReturn = (withdrawal: string): string =>
  `${withdrawal}.returns = d.id and ${withdrawal}.stage not in ${RETURNED}`;

/** A deposit `d` that is kept apart and has no return, as SQL. */
export const IS_UNRETURNED = `d.kept_as <> 'returned'`;
