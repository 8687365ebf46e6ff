import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { LANGUAGES } from '../../../src/domain/languages.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { refusalRule } from '../../../src/services/contract/errors.ts';
import { brokenRule } from '../../../venue/http/explain.ts';

/** Fields that no user types: a refusal of one is a mistake of the page. */
const OF_THE_PAGE = new Set(
  `category coin_ticker created_from created_to credential currency depth fee frame given_up is_on key_hash limit number
  offset operation order page pair post_only proof_of_work recovery_key skip sort_by start_ts state status stop_ts time_in_force
  trading_enabled_only turnstile_token type`.split(/\s+/),
);

const LONG = 'x'.repeat(40_000);
const BAD: readonly unknown[] = [
  undefined,
  null,
  7,
  -1,
  1e300,
  '',
  ' ',
  'x',
  'x\u0000',
  '1e2',
  LONG,
  [],
  [''],
  [LONG],
  Array.from({ length: 500 }, () => 'x'),
  {},
  { more: 1 },
];

type Shape = Readonly<Record<string, z.ZodMiniType>>;
const shapeOf = (schema: z.ZodMiniType): Shape | null => {
  const def = schema.def as { shape?: Shape; innerType?: z.ZodMiniType };
  return def.shape ?? (def.innerType ? shapeOf(def.innerType) : null);
};

/** Every rule that each field has, found by breaking it. */
function rulesOf(schema: z.ZodMiniType, name: string, found: Map<string, Set<string>>): void {
  for (const bad of BAD) {
    const read = schema.safeParse(bad);
    if (read.success) continue;
    const { field, rule, limit } = brokenRule(read.error.issues);
    // Names a field that there is not.
    if (rule === 'unknown') continue;
    const whole = [name, field].filter(Boolean).join('.');
    found.set(whole, (found.get(whole) ?? new Set()).add(limit === undefined ? rule : `${rule} ${limit}`));
  }
  for (const [inner, one] of Object.entries(shapeOf(schema) ?? {})) {
    rulesOf(one, name === '' ? inner : `${name}.${inner}`, found);
  }
}

const found = new Map<string, Set<string>>();
for (const { body, query } of Object.values(calls)) {
  for (const schema of [body, query]) if (schema) rulesOf(schema, '', found);
}
const typed = [...found].filter(([field]) => field !== '' && !OF_THE_PAGE.has(field.split('.')[0] ?? ''));

/** Rules that a page always keeps, whatever a user types. */
const BY_THE_PAGE = new Set(['type', 'choice', 'range']);

interface Words {
  readonly rule: Readonly<Record<string, string>>;
  readonly field: Readonly<Record<string, string>>;
}
const wordsOf = (language: string): Words =>
  JSON.parse(readFileSync(path.resolve(`locales/${language}/common.json`), 'utf8'));

describe('every rule of every call has a text of the page (CALL-19)', () => {
  it('there are the rules that are known', () => {
    expect([...(found.get('content') ?? [])]).toEqual(
      expect.arrayContaining(['type', 'empty', 'long 20000', 'format']),
    );
    expect([...(found.get('username') ?? [])]).toEqual(expect.arrayContaining(['empty', 'long 64']));
    expect([...(found.get('email') ?? [])]).toContain('short 3');
    expect([...(found.get('addresses') ?? [])]).toContain('many 20');
    expect([...(found.get('price') ?? [])]).toContain('decimal');
  });

  it.each(LANGUAGES)('in %s', (language) => {
    const { rule, field } = wordsOf(language);
    const missing = typed.flatMap(([name, rules]) => [
      ...(name in field ? [] : [name]),
      ...[...rules]
        .map((one) => one.split(' ')[0] ?? '')
        .filter((one) => !(one in rule || BY_THE_PAGE.has(one))),
    ]);
    expect(
      missing,
      'locales/*/common.json has words for a field that is typed; others are OF_THE_PAGE',
    ).toEqual([]);
    expect(rule.page).toBeTruthy();
  });

  it('a field is one that is typed, or one of the page', () => {
    const { field } = wordsOf('en');
    const names = new Set([...found.keys()].map((name) => name.split('.')[0]));
    expect(Object.keys(field).filter((name) => OF_THE_PAGE.has(name) || !names.has(name))).toEqual([]);
    expect([...OF_THE_PAGE].filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Where a form has its own text for a field. Other forms show the text of the field itself. */
const LABELS: Readonly<Record<string, string>> = {
  two_factor_code: 'common:factor.label',
  code: 'common:factor.label',
  name: 'account:security.passkeys.name',
  permissions: 'account:security.apiKeys.permissions',
  address: 'withdraw:form.address',
  description: 'support:compose.message',
  content: 'support:ticket.reply',
  price: 'trade:form.price',
  quantity: 'trade:form.quantity',
  cost: 'trade:form.total',
  stop_price: 'trade:form.stopPrice',
  trail_percent: 'trade:form.trailBy',
  display_quantity: 'trade:form.displayQuantity',
  oco_stop_price: 'trade:form.stopPrice',
  oco_limit_price: 'trade:form.stopLimitPrice',
  amount: 'withdraw:form.amount',
  slatepack_message: 'deposit:slatepack.message',
};

it.each(LANGUAGES)('%s: a refusal names a field as its form does (CALL-19)', (language) => {
  const labels = Object.entries(LABELS).map(([name, key]) => {
    const [namespace = '', place = ''] = key.split(':');
    const file = path.resolve(`locales/${language}/${namespace}.json`);
    expect(existsSync(file)).toBe(true);
    const at = (part: unknown, step: string) => (part as Readonly<Record<string, unknown>>)[step];
    return [name, place.split('.').reduce(at, JSON.parse(readFileSync(file, 'utf8')) as unknown)];
  });
  expect(wordsOf(language).field).toMatchObject(Object.fromEntries(labels));
});

describe('the rule in an answer (CALL-19)', () => {
  it('is read as the venue sends it', () => {
    const invalid = { field: 'content', rule: 'long', limit: 20_000 };
    expect(refusalRule({ message: 'content must be …', invalid })).toEqual(invalid);
    expect(refusalRule({ invalid: { field: 'label', rule: 'empty', more: 1 } })).toEqual({
      field: 'label',
      rule: 'empty',
    });
  });

  it.each([
    null,
    'text',
    {},
    { invalid: null },
    { invalid: true },
    { invalid: ['email'] },
    { invalid: { field: 'email' } },
    { invalid: { rule: 'long' } },
    { invalid: { field: 7, rule: 'long' } },
    { invalid: { field: 'email', rule: 'toString' } },
  ])('%j means something else, or nothing', (body) => {
    expect(refusalRule(body)).toBeUndefined();
  });
});
