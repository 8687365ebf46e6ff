/** Masks all texts for the inspector. State values, event and actor names, numbers and booleans are kept. */

const HIDDEN = '‹text›';
/** Texts under these names come from the program, not from users. */
const OPEN_NAMES = new Set(['status', 'kind', 'side', 'filter', 'pair', 'interval', 'frame', 'state']);
/** Names that stay on a fact itself. */
const OPEN_FACTS = new Set([
  'type',
  'id',
  'sessionId',
  'rootId',
  'parentId',
  'sourceId',
  'createdAt',
  '_version',
  'definition',
]);
const DEEPEST = 8;
const LONGEST_LIST = 20;

/** IDs of a server, such as those of orders, are keys of some lists. Names in a program have no hyphens and few digits. */
const PROGRAM_NAME = /^(?!(?:\D*\d){3})[A-Za-z_$][\w$]*$/;
const nameFor = (key: string, at: number): string => (PROGRAM_NAME.test(key) ? key : `‹key ${at + 1}›`);

/** An actor that is one of many has the ID of a server in its name, `orderCancellation.<id>`, and so has its end. */
const actorName = (name: string): string => name.replace(/^([a-z]+\.).+$/i, '$1‹id›');
const eventType = (type: string): string =>
  type.replace(/^(xstate\.(?:(?:done|error)\.actor|snapshot)\.[a-z]+\.).+$/i, '$1‹id›');

function hide(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') {
    if (name === 'type') return eventType(value);
    return OPEN_NAMES.has(name) || value === '' ? value : HIDDEN;
  }
  if (typeof value === 'function') return '‹function›';
  if (typeof value === 'bigint' || typeof value === 'symbol') return HIDDEN;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '‹deeper›';
  if (Array.isArray(value)) {
    const shown = value.slice(0, LONGEST_LIST).map((item) => hide(item, name, depth + 1));
    return value.length > LONGEST_LIST ? [...shown, `‹${value.length - LONGEST_LIST} more›`] : shown;
  }
  if (value instanceof Error) return { name: value.name };
  return Object.fromEntries(
    Object.entries(value).map(([key, part], at) => [nameFor(key, at), hide(part, key, depth + 1)]),
  );
}

/** Only the state value is kept. */
function maskSnapshot(snapshot: unknown): unknown {
  if (typeof snapshot !== 'object' || snapshot === null) return hide(snapshot, '', 0);
  const { value, ...rest } = snapshot as Readonly<Record<string, unknown>>;
  return { ...(value === undefined ? {} : { value }), ...(hide(rest, '', 0) as object) };
}

/** The last barrier: both of the library's own sanitizers let secrets pass. */
export function maskFact<T extends object>(fact: T): T {
  const masked = Object.entries(fact).map(([name, value]) => {
    if (name === 'name') return [name, typeof value === 'string' ? actorName(value) : value];
    if (OPEN_FACTS.has(name)) return [name, value];
    return [name, name === 'snapshot' ? maskSnapshot(value) : hide(value, name, 0)];
  });
  return Object.fromEntries(masked) as T;
}
