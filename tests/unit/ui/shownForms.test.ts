import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Failure } from '../../../src/domain/failure.ts';
import type { Side } from '../../../src/domain/market.ts';
import { CODE_USED, CODE_LASTS } from '../../../src/domain/twoFactor.ts';
import { PASSWORD_COMMON } from '../../../src/domain/failure.ts';
import { PASSKEY_CODE_EXPIRED, PASSKEY_REQUIRED } from '../../../src/domain/passkey.ts';
import type { OfferedCapabilities } from '../../../src/services/contract/capabilities.ts';
import { type Factor, useFactor } from '../../../src/ui/kit/FactorField.tsx';
import { useFailureText } from '../../../src/ui/kit/useFailureText.ts';
import { Fields } from '../../../src/ui/orderForm/Fields.tsx';
import type {
  WithdrawalContext,
  WithdrawalView,
} from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import type { WithdrawalFacts } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { orderFormMachine } from '../../../src/machines/orderForm/orderForm.machine.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../../src/machines/orderForm/orderDraft.rules.ts';
import type { OrderForm } from '../../../src/ui/orderForm/useOrderForm.ts';
import type { Wallet } from '../../../src/ui/wallet/useWallet.ts';
import { WalletNote } from '../../../src/ui/wallet/WalletNote.tsx';
import { ConfirmStep } from '../../../src/ui/withdrawal/ConfirmStep.tsx';
import { someCoin } from '../../samples.ts';
import { RUNNING, wizard } from './wizard.ts';
import { htmlOf, only, say, speak, textIn, textOf } from './rendered.tsx';

/** Nothing is pressed. */
const press = (): void => undefined;
const failed = (given: Partial<Failure> = {}): Failure => ({ code: 'refused', retryable: false, ...given });

describe('the confirmation of a withdrawal (WITHDRAW-06)', () => {
  const confirm = (
    given: Partial<WithdrawalContext> = {},
    capabilities: OfferedCapabilities = {},
    view: WithdrawalView = 'confirming',
  ) => {
    const draft = { address: 'bc1qexample', amount: '1.5' };
    const known = { draft, typed: draft, quotedFee: '0.0001', confirmedFee: '0.0002', ...given };
    return htmlOf(createElement(ConfirmStep, { withdrawing: wizard(view, known) }), { capabilities });
  };
  const CHANGED = say('withdraw:confirm.changed');
  const submit = (html: string) =>
    [...html.matchAll(/<button[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes('aria-disabled')) ??
    '';

  it('shows no fault where there is none, and can be pressed', () => {
    const html = confirm();
    expect(html).toContain(`${say('withdraw:confirm.title')}</h2>`);
    expect(textIn(html)).not.toContain(CHANGED);
    expect(submit(html)).toContain('aria-disabled="false"');
    expect(submit(html)).not.toContain('aria-describedby');
  });

  it('shows changes beside the button, which is then disabled', () => {
    const facts = { coin: someCoin('BTC'), gate: 'open', balance: '1', fee: '0.0001' } as WithdrawalFacts;
    const html = confirm({ facts });
    expect(textIn(html)).toContain(CHANGED);
    expect(submit(html)).toContain('aria-disabled="true"');
    const [, why] = /aria-describedby="([^"]+)"/.exec(submit(html)) ?? [];
    expect(html).toContain(`id="${why}"`);
    expect(textIn(confirm({ facts }, {}, 'submitting'))).not.toContain(CHANGED);
  });

  it('shows whether its fee is fixed, unlike the live one beside it (WITHDRAW-16)', () => {
    // As long as the chart shows it.
    const [holds, moves] = [
      say('withdraw:confirm.feeHolds', { minutes: 9 }),
      say('withdraw:confirm.feeMoves'),
    ];
    expect(textIn(confirm({}, { feeQuotes: true }))).toContain(holds);
    expect(textIn(confirm())).toContain(moves);
    expect(textIn(confirm({}, {}, 'submitting'))).not.toContain(moves);
  });

  it.each(['en', 'de', 'es', 'fr', 'pt', 'ru'])(
    'the fee that is paid and the live one have names of their own, in %s (WITHDRAW-16)',
    async (language) => {
      await speak(language);
      const [live, paid] = [say('withdraw:facts.fee'), say('withdraw:confirm.fee')];
      const holds = say('withdraw:confirm.feeHolds', { minutes: 9 });
      await speak('en');
      expect(live.toLowerCase()).not.toContain(paid.toLowerCase());
      expect(holds).toContain('9');
    },
  );

  it('has the fee of the feed until it is sent, and then the one that was confirmed', () => {
    expect(textIn(confirm()).replaceAll(' ', '')).toContain('0.00010000');
    const sent = textIn(confirm({}, {}, 'submitting')).replaceAll(' ', '');
    expect(sent).toContain('0.00020000');
    expect(sent).not.toContain('0.00010000');
    expect(textIn(confirm({ quotedFee: null }))).toContain(say('withdraw:form.networkFeeError'));
  });

  it('shows that another one is in progress, which can be continued; a code is asked for where needed', () => {
    const running = say('withdraw:form.running');
    expect(textIn(confirm())).not.toContain(running);
    expect(textIn(confirm({ sending: RUNNING }))).toContain(running);
    expect(textIn(confirm({ sending: RUNNING }, {}, 'submitting'))).not.toContain(running);
    const inputs = (html: string) => html.match(/<input/g)?.length ?? 0;
    const wanted = { failure: failed({ serverCode: 'TWO_FACTOR_REQUIRED' }) };
    expect(inputs(confirm(wanted))).toBe(0);
    expect(inputs(confirm(wanted, { reauthentication: true }))).toBe(1);
    expect(inputs(confirm({ ...wanted, sending: RUNNING }, { reauthentication: true }))).toBe(0);
  });
});

describe('the second factor that a form asks for (REAUTH-04)', () => {
  function factor(failure: Failure | null, capabilities: OfferedCapabilities = { reauthentication: true }) {
    let found: Factor | null = null;
    function Probe() {
      found = useFactor(failure, press);
      return null;
    }
    htmlOf(createElement(Probe), { capabilities });
    const { isAsked, error } = found as unknown as Factor;
    return { isAsked, error };
  }

  it.each([
    ['TWO_FACTOR_REQUIRED', say('common:factor.required')],
    ['TWO_FACTOR_INVALID', say('common:factor.invalid')],
    [PASSKEY_REQUIRED, say('common:factor.passkeyRequired')],
    [PASSKEY_CODE_EXPIRED, say('common:factor.passkeyExpired')],
    [CODE_USED, say('common:failure.codeUsed', { count: CODE_LASTS })],
  ])('comes when the server demands it (%s), and explains why', (serverCode, error) => {
    expect(factor(failed({ serverCode }))).toEqual({ isAsked: true, error });
  });

  it('does not come for another refusal, nor where the server takes none', () => {
    expect(factor(null)).toEqual({ isAsked: false, error: null });
    expect(factor(failed({ serverCode: 'INSUFFICIENT_BALANCE' }))).toEqual({ isAsked: false, error: null });
    expect(factor(failed({ serverCode: 'TWO_FACTOR_REQUIRED' }), {})).toEqual({
      isAsked: false,
      error: null,
    });
  });
});

describe('a failure in words (CALL-14)', () => {
  function words(failure: Failure): string {
    function Probe() {
      return useFailureText()(failure);
    }
    return textOf(createElement(Probe));
  }

  it.each<[string, Failure, string]>([
    ['the server has its own', failed({ text: 'Not today.' }), 'Not today.'],
    ['there is none', failed({ code: 'unreachable' }), say('common:failure.unreachable')],
    [
      'the password is a common one',
      failed({ serverCode: PASSWORD_COMMON, text: 'x' }),
      say('common:failure.passwordCommon'),
    ],
    [
      'the code was used',
      failed({ serverCode: CODE_USED, retryAfter: 11.2 }),
      say('common:failure.codeUsed', { count: 12 }),
    ],
    [
      'there is a time to wait',
      failed({ text: 'Not now.', retryAfter: 4.1 }),
      say('common:failure.wait', { text: 'Not now.', count: 5 }),
    ],
  ])('where %s', (_, failure, text) => {
    expect(words(failure)).toBe(text);
  });
});

describe('a wallet that cannot be read (WALLET-05)', () => {
  const note = (given: Partial<Wallet>) =>
    htmlOf(
      createElement(WalletNote, {
        wallet: only<Wallet>({ rows: null, failure: null, updatedAt: null, retry: press, ...given }),
      }),
    );

  it('shows since when its figures are old, or that there are none and why', () => {
    expect(note({})).toBe('');
    const none = note({ failure: failed({ code: 'unreachable' }) });
    expect(none).toContain('role="alert"');
    expect(textIn(none)).toContain(say('wallet:failed'));
    expect(textIn(none)).toContain(say('common:failure.unreachable'));
    const at = new Date(2026, 10, 28, 7, 8, 9).getTime();
    const old = note({ failure: failed(), rows: [], updatedAt: at });
    expect(old).toContain('role="status"');
    expect(textIn(old)).toContain(say('wallet:stale', { time: '07:08:09' }));
  });
});

describe('the fields of an order (ORDER-01, TYPE-05)', () => {
  const fields = (
    given: Partial<OrderDraft>,
    side: Side = 'buy',
    offers: Partial<OrderForm['offers']> = {},
  ) => {
    const html = htmlOf(
      createElement(Fields, {
        pair: { symbol: 'XMR-BTC', base: 'XMR', quote: 'BTC' },
        side,
        form: only<OrderForm>({
          ref: createActor(orderFormMachine, { input: { pair: 'XMR-BTC', side, allowsMarket: true } }),
          settings: null,
          options: {},
          draft: { ...EMPTY_DRAFT, price: '1', quantity: '2', cost: '3', stop: '4', display: '5', ...given },
          offers: {
            kinds: true,
            protection: false,
            timeInForce: false,
            postOnly: false,
            stop: true,
            iceberg: false,
            oco: false,
            trailing: false,
            byQuantity: false,
            comforts: true,
            ...offers,
          },
        }),
      }),
    );
    return [
      'form.price',
      'form.takeProfit',
      'form.quantity',
      'form.displayQuantity',
      'form.total',
      'form.stopPrice',
      'form.stopLimitPrice',
      'form.trailBy',
    ].filter((key) =>
      [...html.matchAll(/<label[^>]*>(.*?)<\/label>/g)].some(([, label = '']) =>
        textIn(label).startsWith(say(`trade:${key}`)),
      ),
    );
  };

  it('are those of its type', () => {
    expect(fields({})).toEqual(['form.price', 'form.quantity', 'form.total']);
    expect(fields({ isStop: true })).toEqual(['form.price', 'form.quantity', 'form.total', 'form.stopPrice']);
    expect(fields({ isIceberg: true })).toEqual([
      'form.price',
      'form.quantity',
      'form.displayQuantity',
      'form.total',
    ]);
    expect(fields({ isOco: true })).toEqual([
      'form.takeProfit',
      'form.quantity',
      'form.stopPrice',
      'form.stopLimitPrice',
    ]);
    expect(fields({ kind: 'market', isTrailing: true })).toEqual(['form.total', 'form.trailBy']);
    expect(fields({ kind: 'market' })).toEqual(['form.total']);
    expect(fields({ kind: 'market' }, 'sell')).toEqual(['form.quantity']);
  });
});
