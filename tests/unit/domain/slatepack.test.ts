import { describe, expect, it } from 'vitest';
import { bookedText, bookedUnits, grinText, nanogrinOf } from '../../../src/domain/slatepack/amount.ts';
import { armor } from '../../../src/domain/slatepack/armor.ts';
import { LONGEST_TEXT } from '../../../src/domain/slatepack/faults.ts';
import { checkDeposit, checkReply } from '../../../src/domain/slatepack/check.ts';
import { writeEnvelope } from '../../../src/domain/slatepack/envelope.ts';
import { openSlatepack, readSlatepack } from '../../../src/domain/slatepack/read.ts';
import { type Slate, writeSlate } from '../../../src/domain/slatepack/slate.ts';
import { slatepack } from '../../data/slatepacks.ts';

const MAIN = { network: 'mainnet' } as const;
const ID = '53fe05cd-078b-4b8f-960b-56af6f1a33b1';
const S1 = slatepack('plain-s1');

/** With a valid check code. */
function changed(text: string, change: (slate: Slate) => Partial<Slate>): string {
  const opened = openSlatepack(text);
  if (!opened.ok || !opened.slate) throw new Error('unreadable');
  const payload = writeSlate({ ...opened.slate, ...change(opened.slate) });
  return armor(writeEnvelope({ ...opened.envelope, payload }));
}
const deposit = (text: string, minimum?: string): unknown => {
  const { ok: _, ...fault } = checkDeposit(text, { ...MAIN, ...(minimum === undefined ? {} : { minimum }) });
  return fault;
};
const reply = (text: string, message: string | null = S1): unknown => {
  const { ok: _, ...fault } = checkReply(text, { ...MAIN, message });
  return fault;
};

describe('the mistakes that a text can hold', () => {
  it.each([
    ['', { code: 'EMPTY' }],
    [' \u00a0\n\ufeff', { code: 'EMPTY' }],
    ['a'.repeat(LONGEST_TEXT + 1), { code: 'TOO_LARGE', length: 32_769, limit: 32_768 }],
    [
      'Send it to grin14kgku7l5x6te3arast3p59zk4rteznq2ug6kmmypf2d6z8md76eqg3su35',
      { code: 'ADDRESS_NOT_MESSAGE' },
    ],
    ['tgrin1xtxavwfgs48ckf3gk8wwgcndmn0nt4tvkl8a7ltyejjcy2mc6nfs9gm2lp', { code: 'ADDRESS_NOT_MESSAGE' }],
    [
      'http://hdfbztpjsz3xqqkljfknw33hb45j7okkm7dzlo34wa6lzjnai5zj25yd.onion/',
      { code: 'ADDRESS_NOT_MESSAGE' },
    ],
    [' {"ver":"4:3"}', { code: 'JSON_SLATE' }],
    ['[{"ver":"4:3"}]', { code: 'JSON_SLATE' }],
    ['ab'.repeat(32), { code: 'HASH_NOT_MESSAGE' }],
    [`08${'ab'.repeat(32)}`, { code: 'HASH_NOT_MESSAGE' }],
    [`zz${'ab'.repeat(32)}`, { code: 'NO_SLATEPACK' }],
    [`${'ab'.repeat(32)}zz`, { code: 'NO_SLATEPACK' }],
    [`${S1} ENDSLATEPACK.`, { code: 'SEVERAL' }],
    [`BEGINSLATEPACK. ${S1}`, { code: 'SEVERAL' }],
    [armor(new Uint8Array()), { code: 'CHECKSUM' }],
    ['hello world', { code: 'NO_SLATEPACK' }],
    [S1.slice(20), { code: 'TRUNCATED_START' }],
    [S1.slice(60, 300), { code: 'TRUNCATED_START' }],
    [S1.slice(0, -5), { code: 'TRUNCATED_END' }],
    [`${S1.slice(200)} ${S1.slice(0, 200)}`, { code: 'TRUNCATED_END' }],
    [`${S1}\n${slatepack('plain-s2')}`, { code: 'SEVERAL' }],
    [S1.toLowerCase(), { code: 'CASE_CHANGED' }],
    [S1.toUpperCase(), { code: 'CASE_CHANGED' }],
    ['BEGINSLATEPACK. ENDSLATEPACK.', { code: 'CHECKSUM' }],
  ])('%j', (text, fault) => {
    expect(readSlatepack(text)).toEqual({ ok: false, ...fault });
  });

  it.each([
    ['0', false],
    ['O', false],
    ['I', false],
    ['l', false],
    ['é', false],
    ['🙂', false],
    ['…', true],
    ['...', true],
  ])('names the character that cannot be there, and its place: %s', (character, isShortened) => {
    const damaged = `  ${S1.slice(0, 40)}${character}${S1.slice(40)}`;
    expect(readSlatepack(damaged)).toEqual({
      ok: false,
      code: 'BAD_CHAR',
      character: isShortened ? '…' : character,
      position: 43,
      isShortened,
    });
  });

  it('points to the word with a letter too few or too many', () => {
    const words = S1.split(' ');
    const with5 = (word: string): string => words.with(5, word).join(' ');
    const fifth = words[5] ?? '';
    expect(readSlatepack(with5(fifth.slice(1)))).toEqual({
      ok: false,
      code: 'CHECKSUM',
      word: 5,
      wordText: fifth.slice(1),
    });
    expect(readSlatepack(with5(`${fifth}x`))).toMatchObject({ word: 5, wordText: `${fifth}x` });
    // The length is right, so nothing shows where the error is.
    const swapped = readSlatepack(with5(fifth.replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x'))));
    expect(swapped).toEqual({ ok: false, code: 'CHECKSUM' });
  });
});

describe('silently removed characters', () => {
  const plain = readSlatepack(S1);
  it.each([
    ['blanks and line ends', ` \r\n${S1.replaceAll(' ', '\r\n')}\n`],
    ['words around', `Here you are: ${S1} Thanks.`],
    ['quotes of a mail', `> ${S1.replaceAll(' ', '\n>> ')}`],
    ['entities', `&gt; ${S1.replaceAll(' ', '&nbsp;')}`],
    ['tags', `<p>${S1.replaceAll(' ', '<br>')}</p>`],
    ['emphasis and fences', `\`\`\`\n**${S1}**\n\`\`\``],
    ['invisible marks', `\ufeff${S1.replaceAll(' ', ' \u200b\u00ad')}`],
    ['a table', `| ${S1} |`],
    ['spelled line ends', `"${S1.replaceAll(' ', String.raw`\n`)}"`],
    ['a lost last period', S1.slice(0, -1)],
    ['lost spaces', S1.replaceAll(' ', '')],
    ['lines broken inside the frame words', S1.replace('BEGINS', 'BEGI\nNS').replace('ENDS', 'END\nS')],
    ['a stray period', S1.replace(' ', '. ')],
  ])('%s', (_, text) => {
    expect(readSlatepack(text)).toEqual(plain);
    expect(plain.ok && plain.slatepack.canonical).toBe(S1);
  });
});

describe('what a deposit wants', () => {
  it('an S1, whose facts are shown', () => {
    expect(checkDeposit(`\n${S1}`, MAIN)).toEqual({
      ok: true,
      isFeeTooLow: false,
      slatepack: {
        canonical: S1,
        isEncrypted: false,
        sender: 'grin1m4krnajw792zxfyldu79jssh0d3kzjtwpdn2wy7fysrfw4ej0waskurq76',
        network: 'mainnet',
        slate: { id: ID, stage: 'S1', amount: '0.9875', bookedAmount: '0.9875', fee: '0.0125', ttl: null },
      },
    });
  });

  it('or an encrypted one, which passes unchecked', () => {
    const text = slatepack('encrypted-for-venue-G');
    expect(checkDeposit(text, MAIN)).toEqual({
      ok: true,
      isFeeTooLow: false,
      slatepack: { canonical: text, isEncrypted: true, sender: null, network: null, slate: null },
    });
  });

  it.each(['plain-s2', 'encrypted-for-other-A'])('nor what the server has signed: %s', (id) => {
    const answer = slatepack(id);
    const rules = { ...MAIN, answer: answer.replaceAll(' ', '\n') };
    expect(checkDeposit(`> ${answer}`, rules)).toEqual({ ok: false, code: 'WRONG_STAGE_OWN' });
    expect(checkDeposit(S1, rules).ok).toBe(true);
    expect(checkDeposit(S1, { ...MAIN, answer: 'unreadable' }).ok).toBe(true);
  });

  it.each([
    ['plain-s2', { code: 'WRONG_STAGE_REPLY', id: ID }],
    ['mwpy-ba-s3', { code: 'WRONG_STAGE_FINAL', id: ID }],
    ['plain-na', { code: 'WRONG_STAGE_NONE', id: ID }],
    ['plain-i1', { code: 'INVOICE', id: ID }],
    ['plain-s1-zero-amount', { code: 'AMOUNT_ZERO' }],
    ['plain-s1-testnet-sender', { code: 'WRONG_NETWORK', network: 'testnet' }],
    ['gw-s1-proof', { code: 'WRONG_NETWORK', network: 'unknown' }],
  ])('never %s', (id, fault) => {
    expect(deposit(slatepack(id))).toEqual(fault);
  });

  it('not less than the minimum', () => {
    const fault = { code: 'BELOW_MINIMUM', amount: '0.9875', minimum: '0.98750001' };
    expect(deposit(S1, '0.98750001')).toEqual(fault);
    expect(checkDeposit(S1, { ...MAIN, minimum: '0.9875' }).ok).toBe(true);
  });

  it('warns of a fee that no node relays, whatever its shift', () => {
    const isFeeTooLow = (feeField: bigint): unknown => {
      const check = checkDeposit(
        changed(S1, () => ({ feeField })),
        MAIN,
      );
      return check.ok && check.isFeeTooLow;
    };
    expect(isFeeTooLow(12_499_999n)).toBe(true);
    expect(isFeeTooLow(12_499_999n + (2n << 40n))).toBe(true);
    expect(isFeeTooLow(12_500_000n)).toBe(false);
  });

  it.each<[string, (slate: Slate) => Partial<Slate>]>([
    ['three parties', () => ({ participants: 3 })],
    ['a locked kernel', () => ({ features: 2, lockHeight: 7n })],
    ['nobody signed up', () => ({ signatures: [] })],
    ['two signed up', ({ signatures }) => ({ signatures: [...signatures, ...signatures] })],
    [
      'signed already',
      ({ signatures }) => ({ signatures: signatures.map((one) => ({ ...one, part: new Uint8Array(64) })) }),
    ],
  ])('nor %s', (_, change) => {
    expect(deposit(changed(S1, change))).toEqual({ code: 'LAYOUT' });
  });
});

describe('what a withdrawal wants', () => {
  it.each(['plain-s2', 'plain-s2-with-amount'])('the S2 of its message: %s', (id) => {
    expect(checkReply(slatepack(id), { ...MAIN, message: S1 }).ok).toBe(true);
  });

  it('an encrypted one passes unchecked', () => {
    expect(checkReply(slatepack('mwpy-ba-s2'), { ...MAIN, message: S1 }).ok).toBe(true);
  });

  it.each([null, 'unreadable', slatepack('mwpy-ab-s1')])(
    'nothing is compared with an empty message',
    (message) => {
      expect(checkReply(slatepack('plain-s2'), { ...MAIN, message }).ok).toBe(true);
    },
  );

  it.each([
    ['mwpy-ba-s3', { code: 'WRONG_STAGE_FINAL', id: ID }],
    ['plain-na', { code: 'WRONG_STAGE_NONE', id: ID }],
    ['plain-i1', { code: 'INVOICE', id: ID }],
  ])('never %s', (id, fault) => {
    expect(reply(slatepack(id))).toEqual(fault);
  });

  it('neither its own message nor another payment', () => {
    const other = changed(S1, () => ({ id: '8691609a-a3cf-4e91-89d2-cf4568c28cae' }));
    expect(reply(S1)).toEqual({ code: 'WRONG_STAGE_SAME', id: ID });
    expect(reply(S1, other)).toEqual({ code: 'WRONG_STAGE_PAYMENT', id: ID });
    expect(reply(S1, null)).toEqual({ code: 'WRONG_STAGE_PAYMENT', id: ID });
    expect(reply(slatepack('plain-s2'), other)).toEqual({
      code: 'OTHER_SLATE',
      id: ID,
      expected: '8691609a-a3cf-4e91-89d2-cf4568c28cae',
    });
  });

  it('no other amount, no other fee', () => {
    const kept = slatepack('plain-s2-with-amount');
    expect(reply(changed(kept, () => ({ amount: 987_500_001n })))).toEqual({
      code: 'AMOUNT_DIFFERS',
      amount: '0.987500001',
      expected: '0.9875',
    });
    expect(reply(changed(kept, () => ({ feeField: 12_500_001n })))).toMatchObject({ code: 'AMOUNT_DIFFERS' });
  });

  it('nor one that has no output, or has not signed', () => {
    const text = slatepack('plain-s2');
    expect(reply(changed(text, () => ({ commitments: [] })))).toEqual({ code: 'LAYOUT' });
    const unsigned = changed(text, ({ signatures }) => ({
      signatures: signatures.map((one) => ({ ...one, part: null })),
    }));
    expect(reply(unsigned)).toEqual({ code: 'LAYOUT' });
  });
});

describe('nine decimals on the chain, eight in the books', () => {
  it.each([
    [1n, '0.000000001', '0'],
    [10n, '0.00000001', '0.00000001'],
    [1_123_456_789n, '1.123456789', '1.12345678'],
    [5_000_000_000n, '5', '5'],
    [2n ** 64n - 1n, '18446744073.709551615', '18446744073.70955161'],
  ])('%s nanogrin', (nanogrin, exact, booked) => {
    expect(grinText(nanogrin)).toBe(exact);
    expect(bookedText(nanogrin)).toBe(booked);
    expect(nanogrin - nanogrinOf(bookedUnits(nanogrin))).toBeLessThan(10n);
  });

  it('below a unit of the books there is nothing to deposit', () => {
    expect(deposit(changed(S1, () => ({ amount: 9n })))).toEqual({ code: 'AMOUNT_ZERO' });
  });
});
