import { type BrokenRule, RULES } from '../../domain/failure.ts';
import { MAX_DIFFICULTY, type WorkChallenge } from '../../domain/proofOfWork.ts';

/** `message`, else `error` (CALL-14). A withdrawal's may be an object, joined with a dash (WITHDRAW-09). */
export function refusalText(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, error, detail } = body as Record<string, unknown>;
  for (const candidate of [message, error, detail]) {
    const text = typeof candidate === 'object' ? joinedParts(candidate) : asText(candidate);
    if (text !== undefined) return text;
  }
  return undefined;
}

export function refusalCode(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body)) return undefined;
  return asText(body.code);
}

/** Which field breaks which rule (CALL-19); undefined where the server names none, or means something else by it. */
export function refusalRule(body: unknown): BrokenRule | undefined {
  if (typeof body !== 'object' || body === null || !('invalid' in body)) return undefined;
  const { field, rule, limit } = (body.invalid ?? {}) as Record<string, unknown>;
  const known = RULES.find((one) => one === rule);
  if (typeof field !== 'string' || known === undefined) return undefined;
  return { field, rule: known, ...(typeof limit === 'number' ? { limit } : {}) };
}

/** Admits the same attempt at once (LOGIN-21); undefined where there is none, or it is too much work. */
export function refusalWork(body: unknown): WorkChallenge | undefined {
  if (typeof body !== 'object' || body === null || !('proof_of_work' in body)) return undefined;
  const { challenge, difficulty } = (body.proof_of_work ?? {}) as Record<string, unknown>;
  const isWork =
    typeof challenge === 'string' &&
    typeof difficulty === 'number' &&
    Number.isInteger(difficulty) &&
    difficulty >= 0 &&
    difficulty <= MAX_DIFFICULTY;
  return isWork ? { challenge, difficulty } : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && !isGateways(value) ? value : undefined;
}

/** HTML, or the reason phrase of a 5xx, comes from a gateway and is useless to a user. */
const isGateways = (text: string): boolean =>
  /^\s*</.test(text) ||
  /^\s*(?:http\W*)?(?:5\d\d\W+)?(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)\W*$/i.test(
    text,
  );

function joinedParts(value: object | null): string | undefined {
  const parts = (value ?? {}) as Record<string, unknown>;
  const texts = [
    asText(parts.message),
    labelled('Reason', parts.reason),
    labelled('Time remaining', parts.time_remaining),
    labelled('Cooldown until', parts.cooldown_until),
  ].filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join(' — ') : undefined;
}

function labelled(label: string, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : asText(value);
  return text === undefined ? undefined : `${label}: ${text}`;
}
