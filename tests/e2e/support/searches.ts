import type { Page } from '@playwright/test';
import type { AnyStateMachine } from 'xstate';
import type { HttpAnswer } from '../../../src/services/http/port.ts';
import { passUntilAsked } from './asks.ts';
import type { ScreenWalk } from './screenWalk.ts';

type Answers<M extends AnyStateMachine> = NonNullable<ScreenWalk<M>['answers']>;

/** Milliseconds before each look for a lost write (LOST-02). */
const PAUSES = [500, 2500, 4000, 8000, 15_000];
const PAUSES_AGAIN = [0, 2000, 5000];
/** Milliseconds for a look to be sent. On a slower machine a second of the search's minute passes; 30 are left over. */
const SLOWEST = 400;

const again = new WeakSet<Page>();

export const looksAgain = (page: Page): void => void again.add(page);

/**
 * The same answer to every look of a search for a lost write, after the write itself where it was sent just now. Other
 * calls with the same names are answered once.
 * @param calls that a look makes
 */
export function answerSearches<M extends AnyStateMachine>(
  calls: RegExp,
  names: readonly string[],
): Answers<M> {
  const answer =
    (name: string): Answers<M>[string] =>
    async (page, { variant, network }, invokeId) => {
      const ending = variant.outcomes?.[invokeId]?.find((one) => one.name === name);
      const replies = [ending?.reply].flat() as Reply[];
      const isWrite = ending?.tells !== undefined;
      // A statechart that hears of a lost answer has a step for it.
      const isLostBefore = variant.outcomes?.[invokeId]?.some(({ tells }) => tells?.type.endsWith('.lost'));
      if (isWrite && isLostBefore !== true && Array.isArray(ending.reply))
        await network.answer(replies.shift() ?? 'noAnswer');
      const isFound = ending?.tells?.type.endsWith('.done') ?? kindOf(ending?.done) === 'found';
      const pauses = isWrite ? looksOf(page, replies, isFound) : [0];
      for (const pause of pauses) {
        // Without a pause it is asked already, though perhaps not heard of yet.
        if (isWrite && pause > 0 && !network.isAsked()) {
          const pass = (before: number) => page.clock.runFor(before === 0 ? pause : 1000);
          await passUntilAsked(page, calls, pass, SLOWEST);
        }
        for (const [index, reply] of replies.entries()) await network.answer(reply, index > 0);
      }
      if (isWrite) again.delete(page);
    };
  return Object.fromEntries(names.map((name) => [name, answer(name)]));
}

type Reply = HttpAnswer | 'noAnswer';

const kindOf = (done: unknown): string | undefined => (done as { kind?: string } | undefined)?.kind;

/** One pause where something is found or nobody is signed in; a minute at most. */
function looksOf(page: Page, replies: readonly Reply[], isFound: boolean): readonly number[] {
  const pauses = again.has(page) ? PAUSES_AGAIN : PAUSES;
  const has = (test: (reply: HttpAnswer) => boolean): boolean =>
    replies.some((reply) => typeof reply === 'object' && test(reply));
  if (isFound || has(({ status }) => status === 401)) return pauses.slice(0, 1);
  // A server that asks for 20 s is asked three times in the minute.
  const [wait] = replies.flatMap((reply) =>
    typeof reply === 'object' && reply.retryAfter !== undefined ? [reply.retryAfter * 1000] : [],
  );
  return wait === undefined ? pauses : [pauses[0] ?? 0, wait, wait];
}
