/** Names the JSON kind of a value. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Whether a pause is requested; texts and codes of a refusal are the venue's own. */
const FREE = new Set(['text', 'serverCode', 'retryAfter', 'actorId']);

/**
 * What a model tells its chart and the venue does not: a missing part, a value of another kind, another name
 * of a failure. A part that is optional in the contract may be null in one and present in the other.
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
