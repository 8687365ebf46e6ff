import type { Log } from '../log.ts';
import { RefusedError } from '../refused.ts';
import { type Broker, LostAnswerError, NotDeliveredError } from './broker.ts';
import type { Membership } from './membership.ts';

/** Milliseconds. */
const LEADER_WITHIN = 5000;
const RETRY_EVERY = 50;
const ANSWER_WITHIN = 2000;

export type EndJob = () => unknown;

export interface Leader {
  readonly isLeading: boolean;
  whileLeading(start: () => EndJob): void;
  set(isLeading: boolean): void;
  /** The leader may be this node. @throws RefusedError 503 when there is none, or its answer is lost. */
  ask(question: LeaderQuestion): Promise<unknown>;
  answer(topic: string, reply: (question: unknown) => Promise<unknown>): void;
  /** Null: this node is not the leader and has done nothing. */
  reply(question: LeaderQuestion): Promise<{ readonly value: unknown } | null>;
  close(): Promise<void>;
}

export interface LeaderQuestion {
  readonly topic: string;
  readonly value: unknown;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createLeader(
  broker: Pick<Broker, 'ask'>,
  membership: Pick<Membership, 'leader'>,
  log: Log,
): Leader {
  const jobs: { readonly start: () => EndJob; end: EndJob | null }[] = [];
  const replies = new Map<string, (question: unknown) => Promise<unknown>>();
  let isLeading = false;
  let isClosed = false;
  let underway: Promise<void> = Promise.resolve();

  function settle(): void {
    underway = underway.then(async () => {
      for (const job of jobs) {
        try {
          if (isLeading) {
            job.end ??= job.start();
            continue;
          }
          // The node may become the leader again before the job has ended.
          const { end } = job;
          job.end = null;
          await end?.();
        } catch (error) {
          log.error('what one node does for all', error);
        }
      }
    });
  }

  async function reply({ topic, value }: LeaderQuestion): Promise<{ value: unknown } | null> {
    const answer = replies.get(topic);
    return isLeading && answer ? { value: await answer(value) } : null;
  }

  /** Null when certainly nobody answered. */
  async function attempt(question: LeaderQuestion): Promise<{ value: unknown } | null> {
    if (isLeading) return reply(question);
    const node = membership.leader();
    if (node === undefined) return null;
    try {
      const asked = broker.ask(node, question, ANSWER_WITHIN);
      const answered = await Promise.race([asked, replaced(node, asked)]);
      return answered as { value: unknown } | null;
    } catch (error) {
      if (error instanceof NotDeliveredError) return null;
      if (error instanceof LostAnswerError) throw absent();
      throw error;
    }
  }

  /** Null once another node is the leader, as the former one's work has no effect. */
  async function replaced(node: string, asked: Promise<unknown>): Promise<unknown> {
    const answered = asked.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([answered, pause(RETRY_EVERY).then(() => false)])))
      if (isLeading || membership.leader() !== node) return null;
    return asked;
  }

  return {
    get isLeading() {
      return isLeading;
    },
    whileLeading(start) {
      jobs.push({ start, end: null });
      settle();
    },
    set(value) {
      isLeading = value && !isClosed;
      settle();
    },
    async ask(question) {
      for (const until = performance.now() + LEADER_WITHIN; ;) {
        const answered = await attempt(question);
        if (answered) return answered.value;
        if (performance.now() >= until) throw absent();
        await pause(RETRY_EVERY);
      }
    },
    answer: (topic, answer) => void replies.set(topic, answer),
    reply,
    async close() {
      isClosed = true;
      isLeading = false;
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
