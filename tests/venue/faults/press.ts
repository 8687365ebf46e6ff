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

/** What a page has: a session of its own, and a way to the venue that may spoil what it carries. */
export interface Page {
  readonly venue: TestVenue;
  /** The same session, past the proxy: what is true. */
  readonly user: Trader;
  readonly http: Http;
  readonly clock: Clock;
  readonly random: () => number;
  /** From here on answers are spoiled. */
  readonly spoil: () => void;
}

/** What one press came to. */
export interface Outcome {
  /** What the chart says at its end. */
  readonly told: 'done' | 'not done' | 'not known';
  /** How often it happened at the venue. */
  readonly effects: number;
  /** What the page shows beside, where it is not what is true. */
  readonly wrong?: string;
}

/** One write of the client: presses once, waits for the end of the chart, and counts at the venue. */
export type Write = (page: Page) => Promise<Outcome>;

/** A user looks again so often; then it stays unknown. */
const LOOKS = 6;

/** What a snapshot says of the press: an end, or `ask` where the user may look again, or nothing yet. */
type Verdict = Outcome['told'] | 'ask' | null;

/**
 * Waits for the end of a press.
 * @param again what the user does where the outcome is not known.
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
 * Waits until the page is where the press is made. Nothing is spoiled on the way there; on a machine without a free
 * moment a read may run out of its time all the same, and then the user asks again.
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
/** What a list of the venue holds, under either of its shapes. */
export const listOf = (answer: { readonly body: unknown }): Record<string, unknown>[] => {
  const { body } = answer;
  const list = Array.isArray(body) ? body : ((body as { items?: unknown }).items ?? []);
  return list as Record<string, unknown>[];
};
