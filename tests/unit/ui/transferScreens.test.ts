import { describe, expect, it } from 'vitest';
import { createActor, type StateValueFrom } from 'xstate';
import { createElement, useState } from 'react';
import type { Coin } from '../../../src/domain/coin.ts';
import type { RefundRow } from '../../../src/domain/refundAddress.ts';
import { OutageError } from '../../../src/domain/failure.ts';
import { refused } from '../../../src/domain/result.ts';
import { DepositFacts } from '../../../src/ui/deposit/DepositFacts.tsx';
import { FreshAddress } from '../../../src/ui/deposit/FreshAddress.tsx';
import { SignedPanel } from '../../../src/ui/deposit/SignedPanel.tsx';
import { SlatepackPanel } from '../../../src/ui/deposit/SlatepackPanel.tsx';
import { RefundTable } from '../../../src/ui/refundAddresses/RefundTable.tsx';
import { OwnBalances } from '../../../src/ui/solvency/OwnBalances.tsx';
import { AddressField } from '../../../src/ui/withdrawal/AddressField.tsx';
import { AmountField } from '../../../src/ui/withdrawal/AmountField.tsx';
import { FormStep } from '../../../src/ui/withdrawal/FormStep.tsx';
import { SlatepackStep } from '../../../src/ui/withdrawal/SlatepackStep.tsx';
import type { WithdrawalContext } from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import {
  type ReplyPress,
  type SlatepackExchangeContext,
  slatepackExchangeMachine,
  type SlatepackExchangeRef,
} from '../../../src/machines/withdrawal/slatepackExchange.machine.ts';
import type { WithdrawalFacts } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { RUNNING, wizard } from './wizard.ts';
import { WithdrawFacts } from '../../../src/ui/withdrawal/WithdrawFacts.tsx';
import { slatepack } from '../../data/slatepacks.ts';
import { someCoin } from '../../samples.ts';
import { NOW, type Scene } from './scene.ts';
import { openScreens } from './screen.tsx';
import { element, only, say } from './rendered.tsx';

const show = openScreens();
const withdraw = (key: string, values?: Readonly<Record<string, unknown>>) => say(`withdraw:${key}`, values);
const deposit = (key: string, values?: Readonly<Record<string, unknown>>) => say(`deposit:${key}`, values);
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const COIN = someCoin('BTC', {
  name: 'Bitcoin',
  network: 'mainnet',
  minWithdrawalAmount: '0.001',
  minDepositAmount: '0.0002',
});
const FACTS = {
  coin: COIN,
  balance: '1.5',
  fee: '0.0001',
  feeStatus: 'live',
  congestion: 'normal',
} as unknown as WithdrawalFacts;

describe('where a withdrawal goes (WITHDRAW-02, HELD-04)', () => {
  const ENTRY = { id: 'b-1', coin: 'BTC', address: ADDRESS, label: 'Cold', usableAt: NOW + 3_600_000 };
  const BOOK = { isOn: true, offAt: null, addresses: [ENTRY, { ...ENTRY, id: 'b-2', coin: 'XMR' }] };
  function Field() {
    const [address, setAddress] = useState('typed before');
    return createElement(AddressField, {
      ticker: 'BTC',
      typed: { address, amount: '' },
      network: null,
      error: null,
      onChange: (part) => setAddress(part.address),
    });
  }
  const field = (book: unknown) =>
    show(createElement(Field), { capabilities: { addressBook: true }, answers: { addressBook: book } });
  const FIELD = withdraw('form.address');

  it('is typed, or one of the book of that coin; typed text returns with the first choice', async () => {
    const screen = await field(BOOK);
    expect(screen.all('option').map((one) => one.getAttribute('value'))).toEqual(['', 'b-1']);
    await screen.choose(withdraw('form.book'), 'b-1');
    expect(screen.field(FIELD).value).toBe(ADDRESS);
    await screen.choose(withdraw('form.book'), '');
    expect(screen.field(FIELD).value).toBe('typed before');
  });

  it('shows that the book is on, and from when a new address of it can be used', async () => {
    const on = await field(BOOK);
    expect(on.text).toContain(withdraw('form.bookOnly'));
    const [, entry] = on.all('option').map((one) => one.textContent);
    expect(entry).toContain('Cold');
    expect(entry).not.toBe('Cold');
    const off = await field({ ...BOOK, isOn: false });
    expect(off.text).not.toContain(withdraw('form.bookOnly'));
    expect(off.all('option').map((one) => one.textContent)[1]).toBe('Cold');
  });
});

describe('how much is withdrawn (WITHDRAW-02)', () => {
  async function amount(value: string, error: string | null = null) {
    const changed: string[] = [];
    const onChange = (text: string) => void changed.push(text);
    const onMax = () => void changed.push('max');
    const screen = await show(
      element(AmountField, { facts: FACTS, value, error, note: null, onChange, onMax }),
    );
    return { screen, changed };
  }

  it('is typed, stepped or all; the minimum is shown', async () => {
    const { screen, changed } = await amount('1');
    await screen.type(withdraw('form.amount'), '1.5');
    await screen.press(withdraw('form.increase'));
    await screen.press(withdraw('form.decrease'));
    await screen.press(withdraw('form.max'));
    expect(changed[0]).toBe('1.5');
    expect([Number(changed[1]) > 1, Number(changed[2]) < 1, changed[3]]).toEqual([true, true, 'max']);
    expect(screen.text).toContain(withdraw('form.minimum', { amount: '0.001', coin: 'BTC' }));
    expect((await amount('1', 'Too little.')).screen.text).toContain('Too little.');
  });

  async function step(given: Partial<WithdrawalContext> = {}, scene: Scene = {}) {
    const asked: unknown[] = [];
    const known = { facts: FACTS, typed: { address: ADDRESS, amount: '' }, ...given };
    const withdrawing = wizard('form', known, (event) => {
      if (event.type === 'user.continue') asked.push(event.typed);
      else if (event.type !== 'user.edit') asked.push(event.type);
    });
    const screen = await show(element(FormStep, { withdrawing }), { answers: { coins: [COIN] }, ...scene });
    return { screen, asked };
  }
  const GO = withdraw('form.continue');

  it('shows what is wrong by the rules of the language that it is shown in (TYPED-02)', async () => {
    const faults = { address: null, amount: { code: 'invalidAmount', typed: 'ambiguous' } } as const;
    const typed = (amount: string) => ({ faults, typed: { address: ADDRESS, amount } });
    const isSaid = (screen: { readonly text: string }) =>
      screen.text.includes(withdraw('fault.typed.ambiguous'));
    const { screen: english } = await step(typed('1,234'));
    expect(isSaid(english)).toBe(true);
    await english.speak('es');
    expect(isSaid(english)).toBe(false);
    const { screen: spanish } = await step(typed('1.234'));
    expect(isSaid(spanish)).toBe(true);
    await spanish.speak('fr');
    expect(isSaid(spanish)).toBe(false);
    const small = { address: null, amount: { code: 'belowMinimum', minimum: '2' } } as const;
    const { screen: told } = await step({ ...typed('1,234'), faults: small });
    expect(told.text).toContain(withdraw('fault.belowMinimum', { minimum: '2', coin: 'BTC' }));
    await told.speak('en');
    expect(isSaid(told)).toBe(true);
  });

  it('all is the balance without the fee, and stays all', async () => {
    const { screen, asked } = await step();
    await screen.press(withdraw('form.max'));
    expect(screen.field(withdraw('form.amount')).value).toBe('1.49990000');
    await screen.press(GO);
    expect(asked).toEqual([{ address: ADDRESS, amount: '1.49990000', isMax: true }]);
    await screen.type(withdraw('form.amount'), '1');
    await screen.press(GO);
    expect(asked.at(-1)).toEqual({ address: ADDRESS, amount: '1', isMax: false });
  });

  it('nothing can be requested while the fee is unknown (WITHDRAW-07)', async () => {
    const facts = { ...FACTS, fee: null, feeStatus: 'outdated' } as never;
    const { screen, asked } = await step({ facts });
    expect(screen.all('fieldset')[0]?.disabled).toBe(true);
    await screen.press(withdraw('form.max'));
    expect(screen.field(withdraw('form.amount')).value).toBe('');
    await screen.press(say('common:word.retry'));
    expect(asked).toEqual(['user.retry']);
    const waiting = await step({ facts: { ...FACTS, fee: null, feeStatus: 'waiting' } as never });
    expect(waiting.screen.text).toContain(withdraw('form.waitingForFee', { coin: 'BTC' }));
    expect((await step()).screen.all('fieldset')[0]?.disabled).toBe(false);
  });

  it('one that waits for its reply is named, and continued by a press', async () => {
    const running = withdraw('form.running');
    expect((await step()).screen.text).not.toContain(running);
    const { screen, asked } = await step({ sending: RUNNING });
    expect(screen.text).toContain(running);
    await screen.press(withdraw('form.resume'));
    expect(asked).toEqual(['user.resume']);
  });

  it.each([
    [{}, ['1.5', '0.0001', '0.001']],
    [{ fee: null, feeStatus: 'outdated' }, ['1.5', '', '0.001']],
  ])('beside it is what is known, and that something is not: %j', async (given, figures) => {
    const screen = await show(
      element(WithdrawFacts, { facts: { ...FACTS, ...given } as typeof FACTS, coin: COIN }),
    );
    const cells = screen.all('dd').map((one) => one.textContent.replaceAll(/\s/g, ''));
    expect(cells[0]).toContain(figures[0]);
    expect(cells[1]).toContain(
      figures[1] === '' ? withdraw('facts.unknown').replaceAll(' ', '') : figures[1],
    );
    expect(cells[3]).toContain(figures[2]);
    expect(screen.text.includes(withdraw('facts.feeOutdated'))).toBe('fee' in given);
  });
});

describe('the reply of a GRIN wallet (WITHDRAW-11)', () => {
  const MESSAGE = slatepack('plain-s1');
  const REPLY = slatepack('plain-s2');
  type Value = StateValueFrom<typeof slatepackExchangeMachine>;
  async function step(
    given: Partial<SlatepackExchangeContext> = {},
    scene: Scene = {},
    value: Value = 'awaiting',
  ) {
    const asked: string[] = [];
    const input = { id: 'w-1', privateReply: '', mayEdit: false, canCancel: false, takesCode: false };
    const receipt = { slatepack: MESSAGE, expiresAt: null } as SlatepackExchangeContext['receipt'];
    const { context } = createActor(slatepackExchangeMachine, { input: { ...input, receipt } }).getSnapshot();
    const snapshot = slatepackExchangeMachine.resolveState({ value, context: { ...context, ...given } });
    const note = (event: { readonly type: string }): void => {
      if (event.type === 'user.editCode') return;
      const { privateCode } = (event as { press?: ReplyPress }).press ?? {};
      asked.push(privateCode === undefined ? event.type : `${event.type} ${privateCode}`);
    };
    const exchange = {
      getSnapshot: () => snapshot,
      subscribe: () => ({ unsubscribe: () => undefined }),
      send: note,
    } as unknown as SlatepackExchangeRef;
    const withdrawing = { ...wizard('exchanging', {}, note), exchange };
    const screen = await show(element(SlatepackStep, { withdrawing }), scene);
    return { screen, asked };
  }
  const FINALIZE = withdraw('slatepack.finalize');

  it('is checked while it is pasted, and sent by a press', async () => {
    const sound = withdraw('slatepack.sound');
    const { screen, asked } = await step({ privateReply: REPLY });
    expect(screen.text).toContain(sound);
    await screen.press(FINALIZE);
    await screen.press(withdraw('slatepack.back'));
    expect(asked).toEqual(['user.finalize', 'user.back']);
    const other = await step({ privateReply: MESSAGE });
    expect(other.screen.text).not.toContain(sound);
    expect(other.screen.all('[role="status"]').length).toBeGreaterThan(0);
    expect((await step()).screen.text).not.toContain(sound);
    const fault = await step({ privateReply: REPLY, replyFault: { code: 'EMPTY' } as never });
    expect(fault.screen.text).toContain(say('faults:slatepack.EMPTY'));
    expect(fault.screen.text).not.toContain(sound);
  });

  it('takes a code with it where the second factor is on, once the reply is sound', async () => {
    const scene: Scene = { capabilities: { reauthentication: true }, user: { twoFactorEnabled: true } };
    const { screen, asked } = await step({ privateReply: REPLY }, scene);
    await screen.press(FINALIZE);
    expect(asked).toEqual([]);
    await screen.type(say('common:factor.label'), '123456');
    await screen.press(FINALIZE);
    expect(asked).toEqual(['user.finalize 123456']);
    const unsound = await step({ privateReply: 'nothing' }, scene);
    await unsound.screen.press(FINALIZE);
    expect(unsound.asked).toEqual(['user.finalize']);
  });

  it.each([
    [{ finalizing: 'sending' }, 0],
    [{ finalizing: 'looking' }, 0],
    ['stillAwaited', 1],
    ['undecided', 0],
  ] as const)('is not sent again while nobody knows what became of it: %j', async (value, sent) => {
    const { screen, asked } = await step({ privateReply: REPLY }, {}, value);
    await screen.act(() => screen.all('form').forEach((form) => form.requestSubmit()));
    expect(asked).toHaveLength(sent);
    expect(screen.text.includes(say('common:word.checkAgain'))).toBe(typeof value === 'string');
  });
});

describe('a GRIN deposit (DEPOSIT-05)', () => {
  const GRIN = { ...COIN, ticker: 'GRIN', minDepositAmount: null };
  const [S1, REPLY] = [slatepack('plain-s1'), slatepack('plain-s2')];
  const BOX = deposit('slatepack.message');
  const panel = (answers: Scene['answers'] = {}) =>
    show(element(SlatepackPanel, { coin: GRIN }), { answers: { deposits: [], coins: [GRIN], ...answers } });

  it('is read while it is pasted, and an invalid text is not sent', async () => {
    const screen = await panel();
    const sound = deposit('slatepack.sound', { amount: '', fee: '' }).split(' ')[0] ?? '';
    await screen.type(BOX, 'nothing');
    await screen.press(deposit('slatepack.submit'));
    expect(screen.sent.map(({ name }) => name)).not.toContain('receiveGrinDeposit');
    await screen.type(BOX, S1);
    expect(screen.text).toContain(sound);
  });

  it('is sent once: the button is off until the answer', async () => {
    const screen = await panel();
    await screen.type(BOX, S1);
    await screen.press(deposit('slatepack.submit'));
    const busy = screen.button(deposit('slatepack.submitting'));
    expect(busy.disabled).toBe(true);
    await screen.press(busy);
    expect(screen.sent.filter(({ name }) => name === 'receiveGrinDeposit')).toHaveLength(1);
  });

  it('shows the outcome: refused with its reason, or unknown', async () => {
    for (const [code, key] of [
      ['refused', 'slatepack.failed'],
      ['unreachable', 'slatepack.unknown'],
    ] as const) {
      const failure = { code, retryable: false, text: 'Not now.' };
      const screen = await panel({
        receiveGrinDeposit: () => {
          if (code === 'refused') return refused(failure);
          throw new OutageError(failure);
        },
      });
      await screen.type(BOX, S1);
      await screen.press(deposit('slatepack.submit'));
      expect(screen.text).toContain(deposit(key));
      expect(screen.text.includes('Not now.')).toBe(code === 'refused');
      expect(screen.field(BOX).value).toBe(S1);
    }
  });

  it('asks how far it is where the server has named it, and for nothing where it has not', async () => {
    const signed = (depositId: string | null) => ({
      slatepack: REPLY,
      depositId,
      expiresAt: null,
      amount: null,
      at: NOW,
    });
    const panelOf = (depositId: string | null) =>
      show(
        element(SignedPanel, {
          coin: 'GRIN',
          signed: signed(depositId) as never,
          phase: 'finalizing' as never,
          onStartOver: () => undefined,
        }),
        {
          answers: {
            depositStatus: {
              status: 'completed',
              fault: null,
              confirmations: 10,
              required: 10,
              txHash: 'ab'.repeat(32),
            },
          },
        },
      );
    const named = await panelOf('d-1');
    expect(named.sent).toMatchObject([{ name: 'depositStatus', params: { id: 'd-1' } }]);
    expect(named.text).toContain(deposit('posted'));
    expect((await panelOf(null)).sent).toEqual([]);
  });
});

describe('known facts of a deposit', () => {
  const facts = (given: Partial<Coin>) => show(element(DepositFacts, { coin: { ...COIN, ...given } }));
  it('has the minimum and the confirmations, or shows that there are none or that they are unknown', async () => {
    const known = await facts({ confirmations: 7, depositFee: '0.1' });
    expect(known.text).toContain(deposit('facts.minimumValue', { amount: '0.0002', coin: 'BTC' }));
    expect(known.text).toContain('7');
    expect(known.text).toContain(deposit('facts.fee'));
    const unknown = await facts({ ticker: 'XYZ', minDepositAmount: null, depositFee: '0' });
    expect(unknown.text).toContain(deposit('facts.noMinimum'));
    expect(unknown.text).toContain(deposit('facts.unknownConfirmations'));
    expect(unknown.text).not.toContain(deposit('facts.fee'));
  });

  it.each([
    [{ isMaking: false, isFinding: false, unmade: null }, 'fresh.make', null],
    [{ isMaking: true, isFinding: false, unmade: null }, 'fresh.making', null],
    [{ isMaking: true, isFinding: true, unmade: null }, 'fresh.finding', null],
    [
      { isMaking: false, isFinding: false, unmade: { why: 'absent', failure: null } },
      'fresh.make',
      'fresh.absent',
    ],
    [
      { isMaking: false, isFinding: false, unmade: { why: 'unknown', failure: null } },
      'fresh.make',
      'fresh.unknown',
    ],
  ] as const)('another address: %j', async (given, button, message) => {
    const screen = await show(element(FreshAddress, { ...given, onMake: () => undefined }));
    expect(screen.all('button').map((one) => one.textContent)).toEqual([deposit(button)]);
    const said = screen.all('[role="alert"], [role="status"]').map((one) => one.textContent);
    expect(said).toEqual(message === null ? [] : [deposit(message)]);
  });
});

describe('refund addresses (REFUND-02, REFUND-03)', () => {
  const ROW: RefundRow = {
    ticker: 'BTC',
    name: 'Bitcoin',
    network: null,
    address: ADDRESS,
    setAt: NOW,
    isRequired: true,
    isDepositEnabled: true,
    example: null,
  };
  const refund = (key: string, values?: Readonly<Record<string, unknown>>) => say(`refund:${key}`, values);
  const table = (row: Partial<RefundRow> = {}, answers: Scene['answers'] = {}) =>
    show(element(RefundTable, { rows: [{ ...ROW, ...row }], wanted: null }), { answers });

  it('leads back to the original task once it is saved (REFUND-13)', async () => {
    const open = (wanted: string | null) =>
      show(
        element(RefundTable, { rows: [{ ...ROW, address: null, setAt: null, example: ADDRESS }], wanted }),
        {
          answers: { setRefundAddress: { coin_ticker: 'BTC', address: ADDRESS } },
          state: { from: '/withdraw/BTC' },
        },
      );
    const save = async (screen: Awaited<ReturnType<typeof open>>) => {
      await screen.press(refund('table.add'));
      const field = screen.all('input')[0];
      expect(field?.getAttribute('placeholder')).not.toContain(ADDRESS);
      await screen.type(refund('table.field', { coin: 'BTC' }), ADDRESS);
      await screen.act(() => screen.all('form').forEach((form) => form.requestSubmit()));
      return screen.visited;
    };
    expect(await save(await open('BTC'))).toContain('/withdraw/BTC');
    expect(await save(await open(null))).not.toContain('/withdraw/BTC');
  });

  it('one that is set is shown with its day; a missing one is asked for', async () => {
    const set = await table();
    expect(set.text).toContain(ADDRESS);
    expect(set.text).not.toContain(refund('table.none'));
    const none = await table({ address: null, setAt: null });
    expect(none.text).toContain(refund('table.none'));
    expect(none.seek('button', refund('table.remove'))).toBeNull();
    expect(none.text).not.toContain(refund('table.saveChecking'));
    expect(none.text).not.toContain(refund('table.removeChecking'));
  });

  it('is saved as typed by one press, and a refusal is shown', async () => {
    const screen = await table({ address: null, setAt: null });
    await screen.press(refund('table.add'));
    await screen.type(refund('table.field', { coin: 'BTC' }), ADDRESS);
    await screen.act(() => screen.all('form').forEach((form) => form.requestSubmit()));
    expect(JSON.stringify(screen.sent)).toContain(ADDRESS);
    expect(screen.button(refund('table.saving')).disabled).toBe(true);
    const lost = () => {
      throw new OutageError({ code: 'unreachable', retryable: true });
    };
    const unsure = await table(
      { address: null, setAt: null },
      { setRefundAddress: lost, saveRefundAddress: lost },
    );
    await unsure.press(refund('table.add'));
    await unsure.type(refund('table.field', { coin: 'BTC' }), ADDRESS);
    await unsure.act(() => unsure.all('form').forEach((form) => form.requestSubmit()));
    expect(unsure.text).toContain(refund('table.saveChecking'));
    const denied = await table(
      { address: null, setAt: null },
      { setRefundAddress: () => refused({ code: 'refused', retryable: false, text: 'Not now.' }) },
    );
    await denied.press(refund('table.add'));
    await denied.type(refund('table.field', { coin: 'BTC' }), ADDRESS);
    await denied.act(() => denied.all('form').forEach((form) => form.requestSubmit()));
    expect(denied.text).toContain('Not now.');
    const edited = await table();
    await edited.press(refund('table.edit'));
    expect(edited.field(refund('table.field', { coin: 'BTC' })).value).toBe(ADDRESS);
    await edited.press(say('common:word.cancel'));
    expect(edited.seek('button', refund('table.save'))).toBeNull();
  });
});

describe('the user’s own check (SOLVENCY-07)', () => {
  const KEPT = [{ number: 3, at: NOW }];
  type Solvency = Parameters<typeof OwnBalances>[0]['solvency'];
  const own = (given: Partial<Solvency>, isVisitor = false) =>
    show(
      element(OwnBalances, {
        isVisitor,
        solvency: only<Solvency>({
          stage: 'shown' as never,
          kept: KEPT as never,
          tree: '3',
          checked: null,
          failure: null,
          choose: () => undefined,
          send: () => undefined,
          ...given,
        }),
      }),
    );

  it.each([
    ['shown', 'own.check', false],
    ['checking', 'own.checking', true],
    ['saving', 'own.check', true],
  ])('is one press, while nothing runs: %s', async (stage, key, isHeld) => {
    const screen = await own({ stage: stage as never });
    const [button] = screen.all('button');
    expect([button?.textContent, button?.disabled]).toEqual([say(`solvency:${key}`), isHeld]);
    expect(screen.text).not.toContain(say('solvency:own.failed'));
  });

  it('leads a visitor to the login, and explains why it failed', async () => {
    expect((await own({}, true)).button(say('solvency:own.signIn')).getAttribute('href')).toBe('/login');
    const failed = await own({
      stage: 'failed',
      failure: { code: 'refused', retryable: false, text: 'Not now.' },
    });
    expect(failed.text).toContain('Not now.');
  });

  it.each([
    [[], 'own.covered'],
    [['BTC'], 'own.uncovered'],
  ])('shows for which coins there is less than is owed: %j', async (uncovered, key) => {
    const coins = ['BTC', 'XMR'].map((coin) => ({ coin, amount: 1n, isCovered: !uncovered.includes(coin) }));
    const screen = await own({
      checked: { statement: { at: NOW }, verdict: { isProven: true, coins } } as never,
    });
    expect(screen.text).toContain(say(`solvency:${key}`, { coins: uncovered.join(', ') }));
    expect(screen.all('tbody tr')).toHaveLength(2);
  });
});
