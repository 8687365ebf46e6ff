import { describe, expect, it } from 'vitest';
import { moneyFaults } from './tools/money.ts';
import { scriptsBelow } from './tools/sources.ts';

/** No money, or only drawn. Every entry must still be needed. */
const ALLOWED: readonly { file: string; text: string; because: string }[] = [
  {
    file: 'src/domain/marketList.ts',
    text: 'readonly total: number;',
    because: 'how many markets there are',
  },
  {
    file: 'src/domain/marketList.ts',
    text: 'readonly unpriced: number;',
    because: 'how many markets have no price',
  },
  {
    file: 'venue/grin/transaction.ts',
    text: 'readonly fee: number',
    because: 'nanogrin as a node reads them in JSON, far below 2^53',
  },
  {
    file: 'venue/grin/transaction.ts',
    text: 'Number(slate.feeField)',
    because: 'nanogrin as a node reads them in JSON, far below 2^53',
  },
  {
    file: 'venue/sandbox/regtest/bitcoin.ts',
    text: 'Number(amount)',
    because: 'satoshi for a node of tests, which has fewer than 2^53 of them',
  },
];

const faults = scriptsBelow(
  'src/domain',
  'src/machines',
  'src/services',
  'src/ui',
  'src/app',
  'venue',
).flatMap(moneyFaults);

describe('no binary floating point touches money (CALL-04)', () => {
  it('no amount is converted, rounded or computed as a number', () => {
    const bad = faults.filter(
      ({ file, text }) => !ALLOWED.some((one) => one.file === file && one.text === text),
    );
    expect(bad.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it('every exception is still needed', () => {
    expect(
      ALLOWED.filter((one) => !faults.some(({ file, text }) => one.file === file && one.text === text)),
    ).toEqual([]);
  });
});

describe('the check catches what it is for', () => {
  it.each([
    'const a = parseFloat(text);',
    'const a = Number.parseFloat(order.price);',
    'const a = value.toFixed(8);',
    'const a = Number(order.price);',
    "const a = Number(balance ?? '0');",
    'const a = +level.quantity;',
    'const a = parseInt(amount, 10);',
    'const a = order.price * order.quantity;',
    'const a = total - fee;',
    'const a = price * 100;',
    'const a = Math.round(fees.total);',
    'interface A { price: number }',
    'interface A { fee: number | null }',
    'function a(amount: number): void {}',
    'const balances: Record<string, number> = {};',
  ])('%s', (text) => {
    expect(moneyFaults({ path: 'src/ui/planted.ts', text })).toHaveLength(1);
  });

  it('and what it is not for passes', () => {
    const text = `
      interface A { pricePrecision: number; totalPages: number; price: string }
      const a = multiply(decimal(price), decimal(quantity));
      const b = Number(page) + totalPages;
      const c = \`\${price} \` + total;
      const d = 'fee: ' + fee;
      const e: (amount: string) => number = compareToZero;`;
    expect(moneyFaults({ path: 'src/ui/planted.ts', text })).toEqual([]);
    expect(moneyFaults({ path: 'venue/planted.ts', text: 'const a = price * quantity / 100n;' })).toEqual([]);
    expect(moneyFaults({ path: 'venue/planted.ts', text: 'const a = price * 0.1;' })).toHaveLength(1);
  });
});
