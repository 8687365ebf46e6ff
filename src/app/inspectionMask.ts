/**
 * What may leave an actor for the inspector's window: the shape of everything, the content of nothing that is text
 * (deny by default). State values, names of events and actors, numbers and switches are kept.
 */

const HIDDEN = '‹text›';
/** Text under these names is chosen by this program, wherever it stands. */
const OPEN_NAMES = new Set([
  'type',
  'status',
  'kind',
  'side',
  'filter',
  'pair',
  'interval',
  'frame',
  'state',
]);
/** Of an inspected fact itself: who, when, and the machine's definition. */
const OPEN_FACTS = new Set([
  'type',
  'name',
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

function hide(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') return OPEN_NAMES.has(name) || value === '' ? value : HIDDEN;
  if (typeof value === 'function') return '‹function›';
  if (typeof value === 'bigint' || typeof value === 'symbol') return HIDDEN;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '‹deeper›';
  if (Array.isArray(value)) {
    const shown = value.slice(0, LONGEST_LIST).map((item) => hide(item, name, depth + 1));
    return value.length > LONGEST_LIST ? [...shown, `‹${value.length - LONGEST_LIST} more›`] : shown;
  }
  if (value instanceof Error) return { name: value.name };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, hide(part, key, depth + 1)]));
}

/** A snapshot: the state value is the machine's own word; context, output and children are hidden. */
function maskSnapshot(snapshot: unknown): unknown {
  if (typeof snapshot !== 'object' || snapshot === null) return hide(snapshot, '', 0);
  const { value, ...rest } = snapshot as Readonly<Record<string, unknown>>;
  return { ...(value === undefined ? {} : { value }), ...(hide(rest, '', 0) as object) };
}

/** Masks one fact of the inspector. Both of the library's own sanitizers let secrets pass; this one is the last gate. */
export function maskFact<T extends object>(fact: T): T {
  const masked = Object.entries(fact).map(([name, value]) => {
    if (OPEN_FACTS.has(name)) return [name, value];
    return [name, name === 'snapshot' ? maskSnapshot(value) : hide(value, name, 0)];
  });
  return Object.fromEntries(masked) as T;
}
