/** Shapes that the specifications leave open. A style answers every call in the same way. */
import { text, type Money } from './money.ts';

const CHOICES = {
  /** Which of the documented names a field has. */
  names: [0, 1, 2],
  numbers: ['text', 'number'],
  /** Where the specifications do not say it. */
  lists: ['bare', 'items', 'data'],
  levels: ['pairs', 'objects'],
  /** Where no answer is specified. */
  writes: ['record', 'nothing', 'message'],
  expiresIn: ['number', 'text'],
  marketKeys: ['pair', 'coin'],
  markets: ['markets', 'bare'],
  frames: ['flat', 'data'],
  feeEvent: [
    'fees',
    'fees_data',
    'fees_snapshot',
    'fees_update',
    'fee_snapshot',
    'fee_batch_update',
    'fee_update',
  ],
  feeWrapper: ['fees', 'data', 'data.fees'],
  zone: ['Z', 'none'],
  errors: ['message', 'error'],
  grin: [
    'signed_slatepack_message',
    'slatepack_message',
    'signed_slatepack',
    'message',
    'json string',
    'text',
  ],
  operations: ['upper', 'lower'],
  ids: ['number', 'text'],
  candleTime: ['ms', 's'],
  qr: ['uri', 'image'],
  lastPrice: ['last_trade_price', 'current_price'],
  missing: ['omitted', 'null'],
} as const;

type Choices = typeof CHOICES;
export type Style = { readonly [Name in keyof Choices]: Choices[Name][number] };

function build(pick: (length: number, index: number) => number): Style {
  const entries = Object.entries(CHOICES).map(([name, values], index) => [
    name,
    values[pick(values.length, index)],
  ]);
  return Object.fromEntries(entries) as Style;
}

/** Repeatable by its seed (a linear congruential generator, not for secrets). */
export function styleOf(seed: number): Style {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return build((length) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 16) % length;
  });
}

/** Together they have every value of every choice. */
export function styles(): readonly Style[] {
  const count = Math.max(...Object.values(CHOICES).map((values) => values.length));
  return Array.from({ length: count }, (_, turn) => build((length, index) => (turn + index) % length));
}

export class Shapes {
  readonly style: Style;

  constructor(style: Style) {
    this.style = style;
  }

  number(value: Money): string | number {
    return this.style.numbers === 'text' ? text(value) : Number(text(value));
  }

  /** Whole JSON numbers, or text. */
  count(value: number): string | number {
    return this.style.numbers === 'text' ? String(value) : value;
  }

  id(value: number): string | number {
    return this.style.ids === 'number' ? value : `a1b2c3d4-0000-4000-8000-${String(value).padStart(12, '0')}`;
  }

  time(at: number | undefined): string | undefined {
    if (at === undefined) return undefined;
    const iso = new Date(at).toISOString();
    return this.style.zone === 'Z' ? iso : iso.slice(0, -1);
  }

  operation(value: 'BUY' | 'SELL'): string {
    return this.style.operations === 'upper' ? value : value.toLowerCase();
  }

  name(...names: readonly string[]): string {
    return names[this.style.names % names.length] ?? '';
  }

  /** Unknown fields are left out or null. */
  record(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const entries = Object.entries(fields);
    if (this.style.missing === 'omitted')
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? null]));
  }

  list(items: readonly unknown[]): unknown {
    return this.style.lists === 'bare' ? items : { [this.style.lists]: items };
  }

  /** Undefined is 204 without a body. */
  written(record: Readonly<Record<string, unknown>>): unknown {
    if (this.style.writes === 'nothing') return undefined;
    return this.style.writes === 'record' ? record : { message: 'OK' };
  }

  error(message: string): Record<string, string> {
    return { [this.style.errors]: message };
  }
}
