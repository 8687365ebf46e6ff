import { describe, expect, it } from 'vitest';
import { asyncApiDocument } from '../../../src/services/contract/documents/asyncapi.ts';
import { clientFrame } from '../../../src/services/contract/clientFrames.ts';
import { calls, type Call } from '../../../src/services/contract/index.ts';
import { capabilityTexts } from '../../../src/services/contract/documents/extensions.ts';
import { openApiDocument } from '../../../src/services/contract/documents/openapi.ts';
import { isPublicPath } from '../../../src/domain/paths.ts';
import { ownsPath } from '../../../venue/http/calls/every.ts';
import type { Json, JsonObject } from '../../../src/services/contract/documents/schemas.ts';

const openApi = openApiDocument();
const asyncApi = asyncApiDocument();
const both = [
  ['openapi.json', openApi],
  ['asyncapi.json', asyncApi],
] as const;

function* objectsOf(value: Json, at = '#'): Generator<readonly [at: string, object: JsonObject]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as JsonObject];
  for (const [name, inner] of Object.entries(value)) {
    yield* objectsOf(inner as Json, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function resolve(document: JsonObject, reference: string): Json | undefined {
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((at, part) => (at as JsonObject | undefined)?.[part], document);
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const paths = openApi.paths as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const nameOf = (operation: JsonObject): string => textOf(operation.operationId);
const parametersOf = (operation: JsonObject): JsonObject[] =>
  (operation.parameters ?? []) as unknown as JsonObject[];

describe('the documents of the contract (CALL-09)', () => {
  it.each(both)('%s is served where no call and no page of the venue stands', (file) => {
    expect(ownsPath(`/api/${file}`)).toBe(false);
    expect(isPublicPath(`/api/${file}`)).toBe(false);
  });

  it.each(both)('every reference in %s leads to something', (_file, document) => {
    const references = [...objectsOf(document)].filter(([, object]) => typeof object.$ref === 'string');
    expect(references.length).toBeGreaterThan(50);
    const lost = references.filter(([, object]) => resolve(document, textOf(object.$ref)) === undefined);
    expect(lost).toEqual([]);
  });

  it.each(both)('every component of %s is used', (_file, document) => {
    const used = new Set([...objectsOf(document)].map(([, object]) => object.$ref));
    const { schemas } = document.components as { schemas: JsonObject };
    expect(Object.keys(schemas).filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  it.each(both)('nothing in %s is left without words, a type or a name', (_file, document) => {
    const empty = [...objectsOf(document)].flatMap(([at, object]) =>
      Object.entries(object).flatMap(([name, value]) => {
        if (name === 'default') return [];
        const isEmpty = value === '' || (Array.isArray(value) && (value as Json[]).includes(''));
        return isEmpty ? [`${at}/${name}`] : [];
      }),
    );
    expect(empty).toEqual([]);
  });

  it('each field of a refusal has a type', () => {
    const { Refusal = null } = (openApi.components as { schemas: JsonObject }).schemas;
    const fields = [...objectsOf(Refusal)].filter(([at]) => /\/properties\/[^/]+$/.test(at));
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.flatMap(([at, field]) => (field.type || field.anyOf ? [] : at))).toEqual([]);
  });

  it.each(both)('a capability that %s names is explained in it', (_file, document) => {
    const named = [...objectsOf(document)].flatMap(([, object]) => object['x-capability'] ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(textOf(name) in capabilityTexts))).toEqual([]);
    expect(document['x-capabilities']).toEqual(capabilityTexts);
  });
});

describe('OpenAPI', () => {
  it('holds every call of the table once, under its path and its method', () => {
    const written = operations.map(({ path, method, operation }) => [nameOf(operation), `${method} ${path}`]);
    const known = Object.entries(calls as unknown as Record<string, Call>).map(([name, call]) => [
      name,
      `${call.method.toLowerCase()} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    ]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(known));
    expect(written).toHaveLength(known.length);
  });

  it('declares the parameters of each path, and no parameter twice', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = parametersOf(operation);
      const inPath = parameters.filter((one) => one.in === 'path');
      expect(inPath.map((one) => one.name)).toEqual(named);
      expect(inPath.every((one) => one.required === true)).toBe(true);
      const keys = parameters.map((one) => `${textOf(one.in)} ${textOf(one.name)}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(parameters.filter((one) => !one.description || !one.schema)).toEqual([]);
    }
  });

  it('every operation has words, a known tag, a success and a refusal', () => {
    const tags = (openApi.tags as unknown as { name: string }[]).map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation).toMatchObject({ summary: expect.stringMatching(/^[A-Z]/) as string });
      expect(tags).toEqual(expect.arrayContaining(operation.tags as string[]));
      const statuses = Object.keys(operation.responses as JsonObject);
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(['422', 'default']));
    }
  });

  it.each(Object.entries(calls as unknown as Record<string, Call>))(
    '%s is described as the table has it',
    (name, call) => {
      const operation = operations.find((one) => nameOf(one.operation) === name)?.operation ?? {};
      expect('requestBody' in operation).toBe(call.body !== null);
      expect((operation.security as unknown as JsonObject[]).length > 0).toBe(call.isPrivate);
      expect('401' in (operation.responses as JsonObject) || !call.isPrivate).toBe(true);
      const query = parametersOf(operation).filter((one) => one.in === 'query');
      const shape = call.query !== null && 'shape' in call.query.def ? call.query.def.shape : {};
      expect(query.map((one) => one.name)).toEqual(Object.keys(shape as object));
      const headers = parametersOf(operation).filter((one) => one.in === 'header');
      expect(headers.some((one) => one.name === 'Idempotency-Key')).toBe(call.takesIdempotencyKey);
      expect(headers.filter((one) => !one['x-capability'])).toEqual([]);
    },
  );

  it('whole numbers of a query have their bounds and what they are when left out', () => {
    const trades = operations.find((one) => nameOf(one.operation) === 'trades');
    expect(parametersOf(trades?.operation ?? {}).at(-1)).toMatchObject({
      name: 'limit',
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    });
  });

  it('a sent body refuses fields that are not known', () => {
    const order = operations.find((one) => nameOf(one.operation) === 'placeLimitOrder');
    expect(order?.operation.requestBody).toMatchObject({
      content: { 'application/json': { schema: { additionalProperties: false } } },
    });
  });
});

describe('AsyncAPI', () => {
  const { messages } = asyncApi.components as unknown as {
    messages: Record<string, { name: string; summary: string; payload: JsonObject }>;
  };

  it('holds every frame of the client, and every frame that the client reads', () => {
    const sent = clientFrame.def.options.map(({ def }) => [...def.shape.type.def.values][0]);
    const heard = [
      'orderbook_snapshot',
      'orderbook_update',
      'fees_data',
      'fees_snapshot',
      'fees_update',
      'fees',
      'fee_snapshot',
      'fee_batch_update',
      'fee_update',
      'welcome',
      'terms_changed',
      'success',
      'ping',
      'pong',
      'error',
      'auth_required',
      ...['trades', 'candles', 'markets', 'account'].flatMap((name) => [
        `${name}_snapshot`,
        `${name}_update`,
      ]),
    ];
    const names = [...sent.map((type) => `client_${type}`), ...heard.map((type) => `server_${type}`)];
    expect(Object.keys(messages).sort()).toEqual(names.sort());
  });

  it('the payload of each contains its type', () => {
    for (const { name, summary, payload } of Object.values(messages)) {
      expect(payload).toMatchObject({ type: 'object', properties: { type: { const: name } } });
      expect(payload.required).toContain('type');
      expect(summary).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('each is sent or received by one operation of the channel', () => {
    const operations = Object.entries(
      asyncApi.operations as Readonly<Record<string, { action: string; messages: { $ref: string }[] }>>,
    );
    expect(
      operations.map(
        ([
          name,
          {
            action,
            messages: [one],
          },
        ]) => [name, action, one?.$ref.split('/').at(-1)],
      ),
    ).toEqual(
      Object.keys(messages).map((name) => [name, name.startsWith('client_') ? 'receive' : 'send', name]),
    );
  });

  it('marks what only numbered books hold', () => {
    const fields = messages.server_orderbook_update?.payload.properties as JsonObject;
    const marked = Object.entries(fields).filter(([, field]) => (field as JsonObject)['x-capability']);
    expect(marked.map(([name]) => name)).toEqual(['sequence', 'previous_sequence', 'delta']);
  });
});
