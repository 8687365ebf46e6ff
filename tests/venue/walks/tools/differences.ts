/** Names a thing's kind as JSON has them. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** A pause is asked for or not; words and codes of a refusal are the venue's own. */
const FREE = new Set(['text', 'serverCode', 'retryAfter', 'actorId']);

/**
 * What a model lets its chart be told that the venue does not tell: a missing part, another kind of value, another name
 * of a failure. What may be absent by the contract is null in one and may be there in the other.
 */
export function differences(scripted: unknown, real: unknown, at = 'event'): string[] {
  const [wanted, came] = [kindOf(scripted), kindOf(real)];
  if (wanted === 'nothing' || came === 'nothing') return [];
  if (wanted !== came) return [`${at}: ${wanted} was scripted, ${came} came`];
  if (scripted instanceof Error) {
    const [mine, theirs] = [failureOf(scripted), failureOf(real)];
    return mine === theirs ? [] : [`${at}: ${mine} was scripted, ${theirs} came`];
  }
  if (Array.isArray(scripted)) {
    const [first] = scripted as unknown[];
    const [other] = real as unknown[];
    return differences(first, other, `${at}[0]`);
  }
  if (typeof scripted === 'boolean' && scripted !== real) return [`${at}: ${scripted} was scripted`];
  if (typeof scripted !== 'object' || scripted === null) return [];
  const told = real as Readonly<Record<string, unknown>>;
  return Object.entries(scripted).flatMap(([key, value]) => {
    if (FREE.has(key)) return [];
    return key in told ? differences(value, told[key], `${at}.${key}`) : [`${at}.${key}: did not come`];
  });
}

const failureOf = (error: unknown): string =>
  (error as { failure?: { code: string } }).failure?.code ?? String(error);
