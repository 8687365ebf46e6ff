import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const UI = path.resolve(import.meta.dirname, '../../src/ui');

interface Field {
  readonly place: string;
  readonly source: string;
}

/** Every field that is typed in, as its view writes it. */
const fields: readonly Field[] = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const source = readFileSync(path.join(UI, file), 'utf8');
    const found = source.matchAll(/^( *)<(?:TextInput|CodeInput|input)\b(?:.*\/>|[^]*?^\1\/>)/gm);
    return [...found].map(([text]) => ({ place: file, source: text }));
  })
  .filter(({ source }) => !/type="(?:checkbox|radio|range|date|search|email)"|readOnly(?!=)/.test(source));

const keyboardOf = ({ source }: Field): string =>
  /inputMode="(\w+)"/.exec(source)?.[1] ?? (/inputMode=\{|<CodeInput/.test(source) ? 'digits' : 'text');

describe('RECOVERY-06 what a phone offers in a field', () => {
  it('is known of all of them', () => {
    const known = fields.map((field) => `${keyboardOf(field)} ${field.place}`);
    expect(known.toSorted()).toEqual([
      'decimal openOrders/AmendDialog.tsx',
      'decimal orderForm/AmountField.tsx',
      'decimal orderForm/LadderDialog.tsx',
      'decimal priceAlerts/AlertsDialog.tsx',
      'decimal trade/SettingsDialog.tsx',
      'decimal withdrawal/AmountField.tsx',
      'digits access/LoginScreen.tsx',
      'digits access/RecoverScreen.tsx',
      'digits kit/CodeField.tsx',
      'digits kit/CodeInput.tsx',
      'email access/LoginScreen.tsx',
      'email access/RecoverScreen.tsx',
      'numeric candleChart/ViewPanel.tsx',
      'text access/PasswordField.tsx',
      'text access/RegisterScreen.tsx',
      'text account/DeletionForm.tsx',
      'text account/PasskeyForm.tsx',
      'text account/RecoveryKey.tsx',
      'text account/SessionList.tsx',
      'text addressBook/NewAddress.tsx',
      'text addressBook/NewAddress.tsx',
      'text apiKeys/NewApiKey.tsx',
      'text apiKeys/NewApiKey.tsx',
      'text candleChart/Sketches.tsx',
      'text refundAddresses/RefundTableRow.tsx',
      'text support/NewTicket.tsx',
      'text withdrawal/AddressField.tsx',
    ]);
  });
  it('is digits for a code, wherever one is typed', () => {
    const codes = fields.filter(({ source }) => source.includes('one-time-code'));
    expect(codes.map(({ place }) => place)).toEqual(['kit/CodeInput.tsx']);
    expect(codes[0]?.source).toContain("inputMode={hasLetters ? 'text' : 'numeric'}");
  });
});
