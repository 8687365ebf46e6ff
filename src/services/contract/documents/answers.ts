import type { CallName } from '../index.ts';
import type { Call } from '../calls/call.ts';
import type { JsonObject, SchemaWriter } from './schemas.ts';

const CREATES: ReadonlySet<CallName> = new Set(['createTicket']);

const message: JsonObject = { type: 'object', properties: { message: { type: 'string' } } };

/** @throws Error for a decoder without a description. */
export function answerOf(name: CallName, call: Call, writer: SchemaWriter): JsonObject {
  const { answer } = call.decode;
  if (!answer) throw new Error(`the decoder of ${name} does not tell what it reads`);
  if (!('schema' in answer)) {
    const isSilent = answer.kind === 'nothing';
    return { '2XX': isSilent ? { description: 'Done. The body says nothing.' } : json('Done.', message) };
  }
  const { kind, keys } = answer;
  const schema = writer.write(answer.schema);
  const described = {
    one: () => json('The record.', bareOrWrapped(schema, keys)),
    list: () => json('The list.', bareOrWrapped({ type: 'array', items: schema }, keys)),
    map: () => json('The records by their key.', bareOrWrapped(mapOf(schema), keys)),
    page: () => json('The page, and how many records there are.', pageOf(schema, keys)),
  };
  return { [CREATES.has(name) ? '201' : '200']: described[kind]() };
}

const json = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/json': { schema } },
});

const under = (key: string, schema: JsonObject): JsonObject => ({
  type: 'object',
  required: [key],
  properties: { [key]: schema },
});

/** The venue answers with the first documented key, or bare where there is none. */
const bareOrWrapped = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  keys.length === 0 ? schema : { anyOf: [schema, ...keys.map((key) => under(key, schema))] };

/** The key of each record is the map's key, so the record may leave it out. */
function mapOf(schema: JsonObject): JsonObject {
  const { pair: _key, ...properties } = schema.properties as JsonObject;
  return { type: 'object', additionalProperties: { type: 'object', properties } };
}

function pageOf(schema: JsonObject, keys: readonly string[]): JsonObject {
  const items: JsonObject = { type: 'array', items: schema };
  return {
    anyOf: [
      ...keys.map((key) => {
        const page = under(key, items);
        return {
          ...page,
          properties: {
            ...(page.properties as JsonObject),
            total: { type: 'integer', minimum: 0, description: 'How many there are on all pages.' },
          },
        };
      }),
      items,
    ],
  };
}
