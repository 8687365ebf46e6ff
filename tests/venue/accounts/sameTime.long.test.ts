import { beforeAll, describe, expect, it } from 'vitest';
import { embedded } from '../databases.ts';
import { payTheRealCost } from '../passwords/cheap.ts';
import { serve } from './served.ts';

const PASSWORD = 'Correct-Horse-1';
const WRONG = 'Wrong-Horse-1';
/** Milliseconds. */
const SAME = 5;
/** Fewest rounds, and most where the machine has no free moment. */
const [LEAST, MOST] = [40, 400];

/** On the embedded database, which runs in this process: everything that an answer costs is counted. */
describe('an unknown e-mail and a wrong password', () => {
  beforeAll(payTheRealCost);

  it('get the same answer in the same time', async () => {
    const venue = await serve(embedded, { LIMIT_ATTEMPTS: '100000' });
    const email = 'known@example.org';
    await venue
      .browser()
      .post('/auth/register', { email, username: 'known', password: PASSWORD, confirm_password: PASSWORD });
    const work: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const fastest = { known: Infinity, unknown: Infinity };
    const bodies = new Set<string>();
    const differences = (): number[] => work.known.map((cost, round) => cost - (work.unknown[round] ?? 0));
    const isUnsettled = (): boolean =>
      isUncertain(differences(), SAME) || Math.abs(fastest.known - fastest.unknown) >= SAME;
    // Taken in turns, so that whatever else the machine does meets both alike. What else it does takes no work of this
    // process, and leaves the fastest answers alone: so the work is compared, and the fastest of many answers.
    for (let round = 0; round < LEAST || (round < MOST && isUnsettled()); round += 1) {
      for (const who of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const [before, started] = [process.cpuUsage(), performance.now()];
        const answer = await venue
          .browser()
          .post('/auth/login', { email: `${who}@example.org`, password: WRONG });
        fastest[who] = Math.min(fastest[who], performance.now() - started);
        const { user, system } = process.cpuUsage(before);
        work[who].push((user + system) / 1000);
        bodies.add(`${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    await venue.close();
    expect([...bodies]).toEqual(['401 {"message":"Invalid credentials","code":"INVALID_CREDENTIALS"}']);
    expect(Math.abs(median(differences()))).toBeLessThan(SAME);
    expect(Math.abs(fastest.known - fastest.unknown)).toBeLessThan(SAME);
    // The work was really done: a hash takes at least that long.
    expect(fastest.unknown).toBeGreaterThan(5);
    expect(median(work.unknown)).toBeGreaterThan(5);
  });
});

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Whether `limit` lies within the 95 % confidence interval of the median, between these two ranks. */
function isUncertain(list: readonly number[], limit: number): boolean {
  const sorted = [...list].sort((a, b) => a - b);
  const [middle, reach] = [sorted.length / 2, Math.sqrt(sorted.length)];
  const least = sorted[Math.floor(middle - reach)] ?? -Infinity;
  const most = sorted[Math.ceil(middle + reach)] ?? Infinity;
  return [-limit, limit].some((bound) => least < bound && bound < most);
}
