import type { Log } from '../log.ts';
import { RefusedError } from '../refused.ts';
import { type Broker, LostAnswerError, NobodyError } from './broker.ts';
import type { Roster } from './roster.ts';

/** How long a question waits for a keeper to be there, in milliseconds. */
const PATIENCE = 5000;
const LOOK_AGAIN = 50;
const ANSWER_WITHIN = 2000;

/** Ends a job; resolves when it is at its end. */
export type EndJob = () => unknown;

/** What one node does for all, and what the others ask of it. */
export interface Keeper {
  readonly isHere: boolean;
  /** Runs while this node is the keeper. */
  whileHere(start: () => EndJob): void;
  /** This node is the keeper from now on, or no more. */
  set(isHere: boolean): void;
  /**
   * Asks the keeper, which may be this node.
   * @throws RefusedError 503 when there is none, or its answer is lost.
   */
  ask(question: KeeperQuestion): Promise<unknown>;
  answer(topic: string, reply: (question: unknown) => Promise<unknown>): void;
  /** What another node asks of the keeper. Null: this node is not, and has done nothing. */
  reply(question: KeeperQuestion): Promise<{ readonly value: unknown } | null>;
  close(): Promise<void>;
}

export interface KeeperQuestion {
  readonly topic: string;
  readonly value: unknown;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createKeeper(broker: Pick<Broker, 'ask'>, roster: Pick<Roster, 'keeper'>, log: Log): Keeper {
  const jobs: { readonly start: () => EndJob; end: EndJob | null }[] = [];
  const replies = new Map<string, (question: unknown) => Promise<unknown>>();
  let isHere = false;
  let isClosed = false;
  let underway: Promise<void> = Promise.resolve();

  /** Starts what has to run and ends what has not, one change after the other. */
  function settle(): void {
    underway = underway.then(async () => {
      for (const job of jobs) {
        try {
          if (isHere) {
            job.end ??= job.start();
            continue;
          }
          // Before it has ended this node may be the keeper again, and start it anew.
          const { end } = job;
          job.end = null;
          await end?.();
        } catch (error) {
          log.error('what one node does for all', error);
        }
      }
    });
  }

  async function reply({ topic, value }: KeeperQuestion): Promise<{ value: unknown } | null> {
    const answer = replies.get(topic);
    return isHere && answer ? { value: await answer(value) } : null;
  }

  /** Null when nobody has answered, for certain. */
  async function attempt(question: KeeperQuestion): Promise<{ value: unknown } | null> {
    if (isHere) return reply(question);
    const node = roster.keeper();
    if (node === undefined) return null;
    try {
      const asked = broker.ask(node, question, ANSWER_WITHIN);
      const answered = await Promise.race([asked, replaced(node, asked)]);
      return answered as { value: unknown } | null;
    } catch (error) {
      if (error instanceof NobodyError) return null;
      if (error instanceof LostAnswerError) throw absent();
      throw error;
    }
  }

  /** Null once another node is the keeper: what this one was asked has counted for nothing by then. */
  async function replaced(node: string, asked: Promise<unknown>): Promise<unknown> {
    const answered = asked.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([answered, pause(LOOK_AGAIN).then(() => false)])))
      if (isHere || roster.keeper() !== node) return null;
    return asked;
  }

  return {
    get isHere() {
      return isHere;
    },
    whileHere(start) {
      jobs.push({ start, end: null });
      settle();
    },
    set(value) {
      isHere = value && !isClosed;
      settle();
    },
    async ask(question) {
      for (const until = performance.now() + PATIENCE; ;) {
        const answered = await attempt(question);
        if (answered) return answered.value;
        if (performance.now() >= until) throw absent();
        await pause(LOOK_AGAIN);
      }
    },
    answer: (topic, answer) => void replies.set(topic, answer),
    reply,
    async close() {
      isClosed = true;
      isHere = false;
      settle();
      await underway;
    },
  };
}

const absent = (): RefusedError =>
  new RefusedError(
    503,
    'NODES_CHANGING',
    'The exchange is switching to another server. Please try again in a moment.',
    1,
  );
