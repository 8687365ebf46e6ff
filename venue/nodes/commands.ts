import { randomUUID } from 'node:crypto';
import type { LimitOrder, MarketOrder, OrderAmendment, OrderRecord, Outcome } from '../exchange.ts';
import type { Core } from '../core/create.ts';
import { fingerprintOf, fingerprintOfAmendment, fingerprintOfCancel } from '../core/idempotency.ts';
import { refuse } from '../core/refusals.ts';
import { RefusedError } from '../refused.ts';
import { type Broker, LostAnswerError, NotDeliveredError } from './broker.ts';
import type { Membership } from './membership.ts';

/** Milliseconds. */
const OWNER_WITHIN = 5000;
const RETRY_EVERY = 50;
/** Milliseconds; as long as a statement of the database (sql/store.ts). */
const ANSWER_WITHIN = 30_000;
/** Milliseconds for a late answer of the previous owner. */
const LATE_WITHIN = 300;
/** Milliseconds. An older command is not carried out, because its sender may have given up. */
const LARGEST_AGE = 5000;

export type Command = { readonly account: string } & (
  | { readonly type: 'limit'; readonly order: LimitOrder; readonly idempotencyKey: string | undefined }
  | { readonly type: 'market'; readonly order: MarketOrder; readonly idempotencyKey: string | undefined }
  | {
      readonly type: 'amend';
      readonly orderId: string;
      readonly amendment: OrderAmendment;
      readonly idempotencyKey: string | undefined;
    }
  | { readonly type: 'cancel'; readonly orderId: string; readonly idempotencyKey: string | undefined }
);

export interface ForwardedCommand {
  /** So that a repeated message is not carried out twice. */
  readonly id: string;
  readonly pair: string;
  readonly command: Command;
  /** `at` is the owner's clock at its last heartbeat. */
  readonly epoch: number;
  readonly at: number;
}

/** A null outcome with `isKnown`: certainly nothing was done. */
type Reply = { readonly outcome: Outcome<OrderRecord> | null; readonly isKnown: boolean };

/** Forwards commands to the owner of their pair; again only when one certainly had no effect. */
export interface Commands {
  /** @throws RefusedError 504 when the outcome is unknown. */
  execute(pair: string, command: Command): Promise<Outcome<OrderRecord>>;
  answer(forwarded: ForwardedCommand): Promise<Reply>;
}

export interface CommandsParts {
  readonly core: Core;
  readonly broker: Pick<Broker, 'ask' | 'isConnected'>;
  readonly membership: Pick<Membership, 'ownerOf' | 'epochOf'>;
  readonly isClosing: () => boolean;
}

interface Trail {
  hasLost: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Refusals after which certainly nothing was done. */
const isElsewhere = (outcome: Outcome<OrderRecord>): boolean =>
  !outcome.ok && (outcome.code === 'NOT_HERE' || outcome.code === 'SERVICE_CLOSING');

const unknown = (): RefusedError =>
  new RefusedError(504, 'OUTCOME_UNKNOWN', 'The response was lost. Check your orders before you try again.');

function fingerprintOfCommand(command: Command): string {
  if (command.type === 'cancel') return fingerprintOfCancel(command.orderId.toLowerCase());
  if (command.type === 'amend')
    return fingerprintOfAmendment(command.orderId.toLowerCase(), command.amendment);
  return fingerprintOf(command.type, command.order);
}

export function createCommands({ core, broker, membership, isClosing }: CommandsParts): Commands {
  function act(command: Command): Promise<Outcome<OrderRecord>> {
    const { account } = command;
    if (command.type === 'limit') return core.placeLimit(account, command.order, command.idempotencyKey);
    if (command.type === 'market') return core.placeMarket(account, command.order, command.idempotencyKey);
    if (command.type === 'amend')
      return core.amend(account, command.orderId, command.amendment, command.idempotencyKey);
    return core.cancel(account, command.orderId, command.idempotencyKey);
  }

  /** Null when certainly nothing was done, unless `trail` notes a lost answer. */
  async function attempt(pair: string, command: Command, trail: Trail): Promise<Outcome<OrderRecord> | null> {
    // Without the broker changes could not be published.
    if (!broker.isConnected) return null;
    if (core.bookPosition(pair)) {
      const outcome = await act(command);
      return isElsewhere(outcome) ? null : outcome;
    }
    const owner = membership.ownerOf(pair);
    if (!owner) return null;
    const forwarded: ForwardedCommand = { id: randomUUID(), pair, command, epoch: owner.epoch, at: owner.at };
    const asked = broker.ask(owner.node, forwarded, ANSWER_WITHIN).then(
      (value) => value as Reply,
      (error: unknown) => {
        if (error instanceof NotDeliveredError) return { outcome: null, isKnown: true };
        if (error instanceof LostAnswerError) return { outcome: null, isKnown: false };
        throw error;
      },
    );
    const reply = await Promise.race([asked, lost(pair, owner.epoch, asked)]);
    if (reply.isKnown) return reply.outcome;
    trail.hasLost = true;
    return recover(pair, command, owner.epoch);
  }

  async function lost(pair: string, epoch: number, asked: Promise<Reply>): Promise<Reply> {
    const answered = asked.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([answered, pause(RETRY_EVERY).then(() => false)]))) {
      if (membership.epochOf(pair) <= epoch && !isMatchedAbove(pair, epoch)) continue;
      await Promise.race([answered, pause(LATE_WITHIN)]);
      return { outcome: null, isKnown: false };
    }
    return asked;
  }

  const isMatchedAbove = (pair: string, epoch: number): boolean =>
    (core.bookPosition(pair)?.epoch ?? 0) > epoch;

  /** The higher epoch makes the database refuse older matches, so the key says whether the order was stored. */
  async function recover(
    pair: string,
    command: Command,
    epoch: number,
  ): Promise<Outcome<OrderRecord> | null> {
    const isOver = membership.epochOf(pair) > epoch || isMatchedAbove(pair, epoch);
    const { account, idempotencyKey: key } = command;
    if (!isOver || key === undefined) throw unknown();
    const found = await core.outcomeOf(account, { key, fingerprint: fingerprintOfCommand(command) });
    return found ?? null;
  }

  const seen = new Map<string, number>();

  /** The broker may deliver twice; older repetitions are refused for their age. */
  function isRepeated(id: string): boolean {
    for (const [known, at] of seen) {
      if (performance.now() - at < 2 * LARGEST_AGE) break;
      seen.delete(known);
    }
    const isKnown = seen.has(id);
    seen.set(id, performance.now());
    return isKnown;
  }

  return {
    async execute(pair, command) {
      const trail: Trail = { hasLost: false };
      for (const until = performance.now() + OWNER_WITHIN; ;) {
        const outcome = await attempt(pair, command, trail);
        if (outcome) return outcome;
        const isOver = isClosing() || performance.now() >= until;
        // A command whose answer was lost may still take effect under the same owner.
        if (isOver && trail.hasLost) throw unknown();
        if (isClosing()) return refuse.closing();
        if (isOver) return refuse.notHere();
        await pause(RETRY_EVERY);
      }
    },
    async answer({ id, pair, command, epoch, at }) {
      if (isRepeated(id)) return { outcome: null, isKnown: false };
      const isCurrent = core.bookPosition(pair)?.epoch === epoch && performance.now() - at < LARGEST_AGE;
      if (!isCurrent) return { outcome: null, isKnown: true };
      try {
        const outcome = await act(command);
        return { outcome: isElsewhere(outcome) ? null : outcome, isKnown: true };
      } catch {
        // The core has logged it; whether it was stored is unknown.
        return { outcome: null, isKnown: false };
      }
    },
  };
}
