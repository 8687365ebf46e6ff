/** Whether a slatepack is the one that a deposit or a withdrawal waits for. */
import { compare, decimal, type DecimalText, isPositive } from '../decimal.ts';
import { grinText, LEAST_FEE } from './amount.ts';
import { type Faulty, faulty, type FlowFault, type SlatepackFault } from './faults.ts';
import { describe, openSlatepack, readSlatepack, type Slatepack, type SlateFacts } from './read.ts';
import type { Slate } from './slate.ts';

export interface CheckRules {
  readonly network: 'mainnet' | 'testnet';
}

export interface DepositRules extends CheckRules {
  /** In GRIN. */
  readonly minimum?: DecimalText;
  /** The slatepack that the server signed last. */
  readonly answer?: string | null;
}

export interface ReplyRules extends CheckRules {
  /** The exchange's message that is answered; not compared when it cannot be read. */
  readonly message: string | null;
}

/** A passed deposit may have a fee that nodes will not relay; the venue decides. */
export type DepositCheck =
  | { readonly ok: true; readonly slatepack: Slatepack; readonly isFeeTooLow: boolean }
  | Faulty<SlatepackFault>;
export type ReplyCheck = { readonly ok: true; readonly slatepack: Slatepack } | Faulty<SlatepackFault>;

/** Wants an S1 with an amount. An encrypted one passes unchecked. */
export function checkDeposit(pasted: string, { network, minimum = '0', answer }: DepositRules): DepositCheck {
  const opened = openSlatepack(pasted);
  if (!opened.ok) return opened;
  if (answer && isSameMessage(opened, answer)) return faulty({ code: 'WRONG_STAGE_OWN' });
  const slatepack = describe(opened);
  const { slate } = slatepack;
  const found = slate && (depositFault(slate, minimum) ?? layoutFault(opened.slate));
  const fault = found ?? networkFault(slatepack, network);
  if (fault) return fault;
  return { ok: true, slatepack, isFeeTooLow: slate !== null && isBelow(slate.fee, grinText(LEAST_FEE)) };
}

function isSameMessage({ canonical }: { readonly canonical: string }, text: string): boolean {
  const opened = openSlatepack(text);
  return opened.ok && opened.canonical === canonical;
}

/** Wants the S2 that answers the exchange's message. An encrypted one passes unchecked. */
export function checkReply(pasted: string, { network, message }: ReplyRules): ReplyCheck {
  const opened = openSlatepack(pasted);
  if (!opened.ok) return opened;
  const slatepack = describe(opened);
  const asked = message === null ? null : readSlatepack(message);
  const expected = asked?.ok === true ? asked.slatepack.slate : null;
  const found = slatepack.slate && (replyFault(slatepack.slate, expected) ?? layoutFault(opened.slate));
  const fault = found ?? networkFault(slatepack, network);
  return fault ?? { ok: true, slatepack };
}

export function depositFault(slate: SlateFacts, minimum: DecimalText): Faulty<FlowFault> | null {
  const { id, stage } = slate;
  if (stage === 'S2') return faulty({ code: 'WRONG_STAGE_REPLY', id });
  const wrong = neverWanted(slate);
  if (wrong) return wrong;
  const amount = slate.bookedAmount;
  if (!isPositive(decimal(amount))) return faulty({ code: 'AMOUNT_ZERO' });
  if (isBelow(amount, minimum)) return faulty({ code: 'BELOW_MINIMUM', amount, minimum });
  return null;
}

export function replyFault(slate: SlateFacts, expected: SlateFacts | null): Faulty<FlowFault> | null {
  const { id, stage } = slate;
  const isOther = expected !== null && expected.id !== id;
  if (stage === 'S1') {
    const isSame = expected !== null && !isOther;
    return faulty({ code: isSame ? 'WRONG_STAGE_SAME' : 'WRONG_STAGE_PAYMENT', id });
  }
  const wrong = neverWanted(slate);
  if (wrong) return wrong;
  if (isOther) return faulty({ code: 'OTHER_SLATE', id, expected: expected.id });
  return expected && amountFault(slate, expected);
}

/** grin-wallet leaves amount and fee out of its reply; Grin++ keeps them, and then they must be the same. */
function amountFault(slate: SlateFacts, expected: SlateFacts): Faulty<FlowFault> | null {
  const pairs = [
    [slate.amount, expected.amount],
    [slate.fee, expected.fee],
  ] as const;
  const differing = pairs.find(([given, wanted]) => given !== '0' && given !== wanted);
  return differing ? faulty({ code: 'AMOUNT_DIFFERS', amount: differing[0], expected: differing[1] }) : null;
}

function neverWanted({ id, stage }: SlateFacts): Faulty<FlowFault> | null {
  if (stage === 'S3') return faulty({ code: 'WRONG_STAGE_FINAL', id });
  if (stage === 'NA') return faulty({ code: 'WRONG_STAGE_NONE', id });
  if (stage.startsWith('I')) return faulty({ code: 'INVOICE', id });
  return null;
}

function networkFault({ network }: Slatepack, wanted: string): Faulty<FlowFault> | null {
  return network === null || network === wanted ? null : faulty({ code: 'WRONG_NETWORK', network });
}

const layoutFault = (slate: Slate | null): Faulty<SlatepackFault> | null =>
  slate === null || isWellFormed(slate) ? null : faulty({ code: 'LAYOUT' });

/** Two parties and a plain kernel: one has signed up in an S1, the other has signed in an S2. */
export function isWellFormed(slate: Slate): boolean {
  const [signature, ...others] = slate.signatures;
  if (!signature || others.length > 0 || slate.participants !== 2 || slate.features !== 0) return false;
  if (slate.stage === 'S1') return signature.part === null;
  const outputs = slate.commitments?.filter(({ isOutput }) => isOutput) ?? [];
  return signature.part !== null && outputs.length > 0;
}

const isBelow = (amount: DecimalText, limit: DecimalText): boolean =>
  compare(decimal(amount), decimal(limit)) < 0;
