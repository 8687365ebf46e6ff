import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type EventFrom,
  type SnapshotFrom,
  waitFor,
} from 'xstate';
import type { Clock } from '../../../src/services/clock.ts';
import type { Http } from '../../../src/services/http/port.ts';
import type { TestVenue, Trader } from '../edge/harness.ts';

/** A page's session, and a proxy to the venue that can spoil requests and answers. */
export interface Page {
  readonly venue: TestVenue;
  /** The same session, without the proxy: the truth. */
  readonly user: Trader;
  readonly http: Http;
  readonly clock: Clock;
  readonly random: () => number;
  /** From here on, answers are spoiled. */
  readonly spoil: () => void;
}

/** The result of one press. */
export interface Outcome {
  /** The final state of the chart. */
  readonly told: 'done' | 'not done' | 'not known';
  /** How often it happened at the venue. */
  readonly effects: number;
  /** What else the page shows, where that is not true. */
  readonly wrong?: string;
}

/** One write of the client: presses once, waits for the end of the chart, and counts at the venue. */
export type Write = (page: Page) => Promise<Outcome>;

/** How often a user looks again; then the outcome stays unknown. */
const LOOKS = 6;

/** The state of the press in a snapshot: an end, `ask` where the user can look again, or null for neither. */
type Verdict = Outcome['told'] | 'ask' | null;

/**
 * Waits for the end of a press.
 * @param again what the user does where the outcome is unknown.
 */
export function ending(
  actor: AnyActorRef,
  verdict: (snapshot: never) => Verdict,
  again: () => void,
): Promise<Outcome['told']> {
  return new Promise((resolve, reject) => {
    let looks = 0;
    const look = (): void => {
      const said = verdict(actor.getSnapshot() as never);
      if (said === null) return;
      if (said !== 'ask') return finish(said);
      looks += 1;
      if (looks > LOOKS) return finish('not known');
      // Not inside the transition that led here.
      queueMicrotask(again);
    };
    const finish = (told: Outcome['told']): void => {
      subscription.unsubscribe();
      actor.stop();
      resolve(told);
    };
    const subscription = actor.subscribe({ next: look, error: reject });
    look();
  });
}

/**
 * Waits until the page is ready for the press. Nothing is spoiled on the way there; on a busy machine
 * a read may time out all the same, and then the user asks again.
 */
export async function brought<Ref extends AnyActorRef>(
  actor: Ref,
  isThere: (snapshot: SnapshotFrom<Ref>) => boolean,
  again: EventFrom<Ref>,
): Promise<void> {
  const came = (snapshot: SnapshotFrom<Ref>): boolean =>
    isThere(snapshot) || (snapshot as AnyMachineSnapshot).can(again);
  while (!isThere(await waitFor(actor, came))) actor.send(again);
}

export const nothing = (): void => undefined;
/** The entries of a list of the venue, in either of its shapes. */
export const listOf = (answer: { readonly body: unknown }): Record<string, unknown>[] => {
  const { body } = answer;
  const list = Array.isArray(body) ? body : ((body as { items?: unknown }).items ?? []);
  return list as Record<string, unknown>[];
};
