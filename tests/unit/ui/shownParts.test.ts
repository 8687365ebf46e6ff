import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createActor, type StateValueFrom } from 'xstate';
import type { Failure } from '../../../src/domain/failure.ts';
import { parsePair, type Pair } from '../../../src/domain/market.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../../src/machines/orderForm/orderDraft.rules.ts';
import {
  type OrderFormContext,
  orderFormMachine,
  selectPhase,
} from '../../../src/machines/orderForm/orderForm.machine.ts';
import type { OfferedCapabilities } from '../../../src/services/contract/capabilities.ts';
import { Figure } from '../../../src/ui/kit/Figure.tsx';
import { Message } from '../../../src/ui/kit/Message.tsx';
import { TabList } from '../../../src/ui/kit/TabList.tsx';
import { Tip } from '../../../src/ui/kit/Tip.tsx';
import { Footer } from '../../../src/ui/layout/Footer.tsx';
import { Side } from '../../../src/ui/orderBook/Side.tsx';
import { Outcome } from '../../../src/ui/orderForm/Outcome.tsx';
import { Terms } from '../../../src/ui/orderForm/Terms.tsx';
import type { OrderForm } from '../../../src/ui/orderForm/useOrderForm.ts';
import { RefundTable } from '../../../src/ui/refundAddresses/RefundTable.tsx';
import { SideBar } from '../../../src/ui/trade/SideBar.tsx';
import { element, htmlOf, only, say, textIn, textOf } from './rendered.tsx';

/** Nothing is pressed. */
const press = (): void => undefined;
const pairOf = (symbol: string): Pair => {
  const pair = parsePair(symbol);
  if (!pair) throw new Error(`${symbol} is no pair`);
  return pair;
};
const PAIR = pairOf('XMR-BTC');

describe('parts that many screens share', () => {
  it.each([
    ['success', 'status'],
    ['info', 'status'],
    ['warning', 'alert'],
    ['failure', 'alert'],
  ] as const)(
    'a message of kind %s has the role %s: failures and warnings interrupt a screen reader',
    (kind, role) => {
      expect(htmlOf(element(Message, { kind, children: 'x' }))).toContain(`role="${role}"`);
    },
  );

  it('a figure keeps every digit; its zeros at the end, where it has any, are a part of their own', () => {
    const spans = (text: string) => htmlOf(createElement(Figure, { text })).match(/<span/g)?.length;
    for (const text of ['1.50000000', '1234.56789', '20', '0.00000000'])
      expect(textIn(htmlOf(createElement(Figure, { text }))).replaceAll(' ', '')).toBe(text);
    expect([spans('1.5'), spans('1.500')]).toEqual([1, 2]);
  });

  it('a tip is there while it is open, and its button names it', () => {
    const tip = (open: string | null) =>
      htmlOf(
        element(Tip, {
          tips: { open, show: press, hide: press },
          name: 'fee',
          text: 'What it costs',
          children: 'Fee',
        }),
      );
    const [, id] = /role="tooltip" id="([^"]+)"/.exec(tip('fee')) ?? [];
    expect(id).toBeDefined();
    expect(tip('fee')).toContain(`aria-describedby="${id}"`);
    for (const closed of [tip(null), tip('other')]) {
      expect(textIn(closed)).toBe('Fee');
      expect(closed).not.toContain('aria-describedby');
    }
  });

  it('of the tabs the chosen one is selected, and is the only stop of the Tab key', () => {
    const html = htmlOf(
      createElement(TabList<string>, {
        label: 'Views',
        tabs: ['a', 'b', 'c'],
        tab: 'b',
        wordsOf: (tab) => `tab ${tab}`,
        panelOf: () => 'panel',
        onTab: press,
        className: undefined,
      }),
    );
    const tabs = [...html.matchAll(/<button[^>]*>/g)].map(([tag]) => [
      /id="([^"]*)"/.exec(tag)?.[1],
      /aria-selected="([^"]*)"/.exec(tag)?.[1],
      /tabindex="([^"]*)"/i.exec(tag)?.[1],
    ]);
    expect(tabs).toEqual([
      ['panel-a', 'false', '-1'],
      ['panel-b', 'true', '0'],
      ['panel-c', 'false', '-1'],
    ]);
  });
});

describe('the order book for a screen reader', () => {
  const book = (side: 'ask' | 'bid', mayPick: boolean) =>
    htmlOf(createElement(Side, { side, rows: 3, pair: PAIR, mayPick, isHidden: false }));

  it('names its columns with their coins, and has the best price next to the middle', () => {
    const html = book('ask', true);
    const heads = [...html.matchAll(/<th>(.*?)<\/th>/g)].map(([, head = '']) => head);
    expect(heads).toEqual([
      say('trade:book.price', { quote: 'BTC' }),
      say('trade:book.quantity', { base: 'XMR' }),
      say('trade:book.total', { base: 'XMR' }),
    ]);
    const levels = (one: string) => [...one.matchAll(/data-level="(\d)"/g)].map(([, level]) => level);
    expect([levels(html), levels(book('bid', true))]).toEqual([
      ['2', '1', '0'],
      ['0', '1', '2'],
    ]);
  });

  it('is no chain of stops for the Tab key, and shows where a price cannot be taken over', () => {
    const buttons = (html: string) => html.match(/<button[^>]*>/g) ?? [];
    expect(buttons(book('bid', true))).toHaveLength(3);
    expect(buttons(book('bid', true)).filter((tag) => !/tabindex="-1"/i.test(tag))).toEqual([]);
    expect(buttons(book('bid', false)).every((tag) => tag.includes('aria-disabled="true"'))).toBe(true);
  });
});

describe("the order form's summary", () => {
  const outcome = (
    value: StateValueFrom<typeof orderFormMachine>,
    given: Partial<OrderFormContext> = {},
    capabilities: OfferedCapabilities = {},
  ) => {
    const input = { pair: PAIR.symbol, side: 'buy', allowsMarket: false } as const;
    const { context } = createActor(orderFormMachine, { input }).getSnapshot();
    const snapshot = orderFormMachine.resolveState({ value, context: { ...context, ...given } });
    const ref = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: press }) };
    const { failure, settingsFailure, fault } = snapshot.context;
    const known = { phase: selectPhase(snapshot), isBusy: false, failure, settingsFailure, fault };
    const form = only<OrderForm>({ ref: ref as never, draft: context.draft, options: {} });
    return textIn(
      htmlOf(
        createElement(Outcome, {
          form,
          pair: PAIR,
          side: 'buy',
          outcome: known,
          fault: undefined,
          blocked: null,
        }),
        { capabilities },
      ),
    );
  };
  const refusal = (failure: Partial<Failure>) =>
    outcome({ taking: 'refused' }, { failure: { code: 'refused', retryable: false, ...failure } });

  it.each<[string, Partial<Failure>, string]>([
    ['nobody sells', { serverCode: 'NO_LIQUIDITY' }, 'trade:form.toast.noLiquidity'],
    ['it was cancelled at once', { serverCode: 'CANCELED_AT_ONCE' }, 'trade:form.toast.canceled'],
    ['nothing was filled', { serverCode: 'NOTHING_FILLED' }, 'trade:form.toast.nothingFilled'],
    ['it was not filled whole', { serverCode: 'NOT_FILLED_WHOLE' }, 'trade:form.toast.notFilledWhole'],
    ['no words came', {}, 'trade:form.failed.buy'],
    ['the server did not answer', { code: 'unreachable' }, 'common:failure.unreachable'],
  ])('is why it was refused: %s (ORDER-07)', (_, failure, key) => {
    expect(refusal(failure)).toBe(say(key));
  });

  it("is the server's own text where there is one (ORDER-07)", () => {
    expect(refusal({ text: 'Not today.' })).toBe('Not today.');
    expect(refusal({ text: 'Not today.', serverCode: 'PAIR_PAUSED' })).toBe('Not today.');
  });

  it('offers to send a lost order again only where it is certain that it is not there (LOST-02)', () => {
    const again = say('trade:form.unknown.sendAgain');
    const absent = { outcomeUnknown: 'absent' } as const;
    expect(outcome(absent)).toContain(again);
    expect(outcome(absent)).toContain(say('trade:form.unknown.absent'));
    const once = { idempotencyKeys: true };
    expect(outcome(absent, {}, once)).toContain(say('trade:form.unknown.absentOnce'));
    const unresolved = outcome({ outcomeUnknown: 'unresolved' }, {}, once);
    for (const shown of [outcome({ submitting: 'looking' }, {}, once), unresolved])
      expect(shown).not.toContain(again);
    expect(unresolved).toContain(say('trade:form.unknown.unresolved'));
  });
});

describe('the types of an order (TYPE-06)', () => {
  const terms = (offers: Partial<OrderForm['offers']>, given: Partial<OrderDraft> = {}) =>
    textOf(
      createElement(Terms, {
        onSettings: press,
        onLadder: press,
        side: 'buy',
        form: only<OrderForm>({
          draft: { ...EMPTY_DRAFT, ...given },
          offers: {
            kinds: false,
            protection: false,
            timeInForce: false,
            postOnly: false,
            stop: false,
            iceberg: false,
            oco: false,
            trailing: false,
            byQuantity: false,
            comforts: false,
            ...offers,
          },
        }),
      }),
    );

  it('are not shown where nothing else is offered, and each choice appears where it is', () => {
    expect(terms({})).toBe('');
    expect(terms({ timeInForce: true })).not.toContain(say('trade:form.market'));
    expect(terms({ timeInForce: true })).toContain(say('trade:ladder.entry'));
    expect(terms({ kinds: true })).toContain(say('trade:form.market'));
    expect(terms({ stop: true })).toContain(say('trade:form.stopLimit'));
    expect(terms({ stop: true })).not.toContain(say('trade:form.stopMarket'));
    expect(terms({ kinds: true, stop: true })).toContain(say('trade:form.stopMarket'));
    expect(terms({ iceberg: true })).toContain(say('trade:form.iceberg'));
    expect(terms({ kinds: true, stop: true })).not.toContain(say('trade:form.iceberg'));
    expect(terms({ oco: true })).toContain(say('trade:form.oco'));
    expect(terms({ kinds: true, iceberg: true })).not.toContain(say('trade:form.oco'));
    expect(terms({ kinds: true, trailing: true })).toContain(say('trade:form.trailing'));
    expect(terms({ kinds: true, stop: true })).not.toContain(say('trade:form.trailing'));
    expect(terms({ postOnly: true })).toContain(say('trade:form.postOnly'));
    const market = terms({ kinds: true, timeInForce: true, postOnly: true }, { kind: 'market' });
    expect(market).not.toContain(say('trade:form.postOnly'));
    const tolerance = say('trade:form.within', { percent: '0.5' });
    expect(terms({ kinds: true, protection: true }, { kind: 'market' })).toContain(tolerance);
    expect(terms({ kinds: true, protection: true }, { kind: 'market', isStop: true })).not.toContain(
      tolerance,
    );
    expect(terms({ kinds: true, protection: true }, { kind: 'market', isTrailing: true })).not.toContain(
      tolerance,
    );
    expect(terms({ kinds: true, protection: true })).not.toContain(tolerance);
  });
});

describe('around the screens', () => {
  it('addresses of a sandbox, which lead nowhere, have that in their titles (PUBLIC-03)', () => {
    const mail = (address: string) => ({
      brand: {
        name: '',
        contactMail: address,
        socialLink: null,
        canonicalOrigin: null,
        hasLogo: false,
        hasBounty: true,
        ownTexts: [],
      },
    });
    const footer = (address: string, onionOrigin: string | null = null) => {
      const config = { capabilities: { solvency: false }, onionOrigin, ...mail(address) };
      return htmlOf(createElement(Footer), { app: { config: config as never } });
    };
    const name = say('common:footer.contact');
    const nowhere = say('common:footer.leadsNowhere');
    expect(footer('help@quietbook.test')).toContain(nowhere);
    expect(footer('help@example.com')).not.toContain(nowhere);
    expect(footer('help@example.com')).toContain(name);
    expect(footer('')).not.toContain('mailto:');
    expect(footer('')).not.toContain(say('common:footer.onion'));
    expect(footer('', 'http://a.onion')).toContain(
      `<a href="http://a.onion">${say('common:footer.onion')}</a>`,
    );
  });

  it('a list of refund addresses without a coin shows so', () => {
    const wanted = null;
    expect(textOf(createElement(RefundTable, { rows: [], wanted }))).toBe(say('refund:table.empty'));
  });

  it('the bar of a phone has a button for each side', () => {
    const text = textOf(createElement(SideBar, { onOpen: press }));
    for (const side of ['buy', 'sell']) expect(text).toContain(say(`trade:layout.${side}`));
  });
});
