import { REQUIREMENTS, type RequirementId } from './requirements.ts';

export interface Verdict {
  readonly id: RequirementId;
  readonly text: string;
  readonly holds: boolean | null;
  /** What was found instead, or why it was not checked. */
  readonly details: readonly string[];
}

const MAX_DETAILS = 5;

export interface Report {
  holds(id: RequirementId): void;
  fails(id: RequirementId, detail: string): void;
  skips(id: RequirementId, reason: string): void;
  /** @returns whether it holds. */
  expect(id: RequirementId, isRight: boolean, detail: string): boolean;
  /** In the order of the table. */
  verdicts(): readonly Verdict[];
}

export function createReport(): Report {
  const held = new Set<RequirementId>();
  const failed = new Map<RequirementId, Set<string>>();
  const skipped = new Map<RequirementId, string>();
  const report: Report = {
    holds: (id) => void held.add(id),
    fails(id, detail) {
      const details = failed.get(id) ?? new Set();
      failed.set(id, details.add(detail));
    },
    skips: (id, reason) => void skipped.set(id, reason),
    expect(id, isRight, detail) {
      if (isRight) report.holds(id);
      else report.fails(id, detail);
      return isRight;
    },
    verdicts: () =>
      (Object.keys(REQUIREMENTS) as RequirementId[]).flatMap((id): Verdict[] => {
        const text = REQUIREMENTS[id];
        const faults = failed.get(id);
        if (faults) return [{ id, text, holds: false, details: [...faults].slice(0, MAX_DETAILS) }];
        if (held.has(id)) return [{ id, text, holds: true, details: [] }];
        const reason = skipped.get(id);
        return reason === undefined ? [] : [{ id, text, holds: null, details: [reason] }];
      }),
  };
  return report;
}

const MARKS = new Map([
  [true, 'holds'],
  [false, 'FAILS'],
  [null, 'not looked at'],
]);

export function tableOf(verdicts: readonly Verdict[]): string {
  const width = Math.max(...verdicts.map(({ id }) => id.length));
  const lines = verdicts.flatMap(({ id, text, holds, details }) => [
    `${id.padEnd(width)}  ${(MARKS.get(holds) ?? '').padEnd(13)}  ${text}`,
    ...details.map((detail) => `${' '.repeat(width + 17)}${holds === null ? '' : '→ '}${detail}`),
  ]);
  const count = (wanted: boolean | null): number => verdicts.filter(({ holds }) => holds === wanted).length;
  const sum = `${count(true)} hold, ${count(false)} fail, ${count(null)} were not looked at.`;
  return `${lines.join('\n')}\n\n${sum}`;
}
