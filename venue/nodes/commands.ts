import { randomUUID } from 'node:crypto';
import type { LimitOrder, MarketOrder, OrderRecord, Outcome } from '../exchange.ts';
import type { Core } from '../core/create.ts';
import { refuse } from '../core/refusals.ts';
import { RefusedError } from '../refused.ts';
import { type Broker, LostAnswerError, NobodyError } from './broker.ts';
import type { Roster } from './roster.ts';

/** How long a command waits for its pair to have an owner, in milliseconds. */
const PATIENCE = 5000;
const LOOK_AGAIN = 50;
/** For so long the owner's answer is waited for; the database is given as long (sql/store.ts). */
const ANSWER_WITHIN = 30_000;
/** An answer that was under way when the pair changed hands comes by then. */
const LATE_WITHIN = 300;
/** A command that was longer under way than this is not carried out: whoever sent it may have given up. */
const CARRIED_WITHIN = 5000;

/** What changes the book of a pair. */
export type Command = { readonly account: string } &
  // `intent` is the idempotency key. Nodes of other versions read this name.
  (
    | { readonly type: 'limit'; readonly order: LimitOrder; readonly intent: string | undefined }
    | { readonly type: 'market'; readonly order: MarketOrder; readonly intent: string | undefined }
    | { readonly type: 'cancel'; readonly orderId: string }
  );

/** A command on its way to the owner. */
export interface Handed {
  /** Of this command alone: one that comes a second time is not carried out. */
  readonly id: string;
  readonly pair: string;
  readonly command: Command;
  /** Which book it is meant for, and the owner's clock when it was last heard. */
  readonly epoch: number;
  readonly at: number;
}

/** Null: it is certain that nothing was done. */
type Reply = { readonly outcome: Outcome<OrderRecord> | null; readonly isKnown: boolean };

/** Hands commands to the owner of their pair. Each is sent on only when it is certain that it did nothing before. */
export interface Commands {
  /** @throws RefusedError 504 when the outcome is not known. */
  carry(pair: string, command: Command): Promise<Outcome<OrderRecord>>;
  /** What another node hands over. */
  answer(handed: Handed): Promise<Reply>;
}

export interface CommandsParts {
  readonly core: Core;
  readonly broker: Pick<Broker, 'ask' | 'isConnected'>;
  readonly roster: Pick<Roster, 'ownerOf' | 'epochOf'>;
  readonly isClosing: () => boolean;
}

/** What happened to a command on its way. */
interface Trail {
  hasLost: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Refusals that say that the pair is not here (any more), and that nothing was done. */
const isElsewhere = (outcome: Outcome<OrderRecord>): boolean =>
  !outcome.ok && (outcome.code === 'NOT_HERE' || outcome.code === 'SERVICE_CLOSING');

const unknown = (): RefusedError =>
  new RefusedError(504, 'OUTCOME_UNKNOWN', 'The answer was lost. Check your orders before you try again.');

export function createCommands({ core, broker, roster, isClosing }: CommandsParts): Commands {
  function act(command: Command): Promise<Outcome<OrderRecord>> {
    const { account } = command;
    if (command.type === 'limit') return core.placeLimit(account, command.order, command.intent);
    if (command.type === 'market') return core.placeMarket(account, command.order, command.intent);
    return core.cancel(account, command.orderId);
  }

  /** Null when nobody has carried it out, as far as is known; `trail` is told where an answer was lost. */
  async function attempt(pair: string, command: Command, trail: Trail): Promise<Outcome<OrderRecord> | null> {
    // What the others cannot be told is not done.
    if (!broker.isConnected) return null;
    if (core.standing(pair)) {
      const outcome = await act(command);
      return isElsewhere(outcome) ? null : outcome;
    }
    const owner = roster.ownerOf(pair);
    if (!owner) return null;
    const handed: Handed = { id: randomUUID(), pair, command, epoch: owner.epoch, at: owner.at };
    const asked = broker.ask(owner.node, handed, ANSWER_WITHIN).then(
      (value) => value as Reply,
      (error: unknown) => {
        if (error instanceof NobodyError) return { outcome: null, isKnown: true };
        if (error instanceof LostAnswerError) return { outcome: null, isKnown: false };
        throw error;
      },
    );
    const reply = await Promise.race([asked, lost(pair, owner.epoch, asked)]);
    if (reply.isKnown) return reply.outcome;
    trail.hasLost = true;
    return recover(pair, command, owner.epoch);
  }

  /** Resolves when the pair has another owner and no answer of the first one came with that. */
  async function lost(pair: string, epoch: number, asked: Promise<Reply>): Promise<Reply> {
    const answered = asked.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([answered, pause(LOOK_AGAIN).then(() => false)]))) {
      if (roster.epochOf(pair) <= epoch && !isMatchedAbove(pair, epoch)) continue;
      await Promise.race([answered, pause(LATE_WITHIN)]);
      return { outcome: null, isKnown: false };
    }
    return asked;
  }

  const isMatchedAbove = (pair: string, epoch: number): boolean => (core.standing(pair)?.epoch ?? 0) > epoch;

  /**
   * After the epoch was raised nothing that was matched before can be stored any more, so an order's key says for good
   * whether it was. Without a key, or without a later epoch, nobody knows.
   */
  async function recover(
    pair: string,
    command: Command,
    epoch: number,
  ): Promise<Outcome<OrderRecord> | null> {
    const isOver = roster.epochOf(pair) > epoch || isMatchedAbove(pair, epoch);
    if (!isOver || command.type === 'cancel' || command.intent === undefined) throw unknown();
    const found = await core.outcomeOf(command.account, command.type, command.order, command.intent);
    return found ?? null;
  }

  /** Commands that came, and when. */
  const seen = new Map<string, number>();

  /** Whoever is at the broker could say again what was said once; later than that it is refused for its age. */
  function isRepeated(id: string): boolean {
    for (const [known, at] of seen) {
      if (performance.now() - at < 2 * CARRIED_WITHIN) break;
      seen.delete(known);
    }
    const isKnown = seen.has(id);
    seen.set(id, performance.now());
    return isKnown;
  }

  return {
    async carry(pair, command) {
      const trail: Trail = { hasLost: false };
      for (const until = performance.now() + PATIENCE; ;) {
        const outcome = await attempt(pair, command, trail);
        if (outcome) return outcome;
        const isOver = isClosing() || performance.now() >= until;
        // One that the owner took may act as long as the same owner goes on, on a book that it has read anew.
        if (isOver && trail.hasLost) throw unknown();
        if (isClosing()) return refuse.closing();
        if (isOver) return refuse.notHere();
        await pause(LOOK_AGAIN);
      }
    },
    async answer({ id, pair, command, epoch, at }) {
      if (isRepeated(id)) return { outcome: null, isKnown: false };
      const isCurrent = core.standing(pair)?.epoch === epoch && performance.now() - at < CARRIED_WITHIN;
      if (!isCurrent) return { outcome: null, isKnown: true };
      try {
        const outcome = await act(command);
        return { outcome: isElsewhere(outcome) ? null : outcome, isKnown: true };
      } catch {
        // The core has logged it. Whether it is stored is not known, here or there.
        return { outcome: null, isKnown: false };
      }
    },
  };
}
