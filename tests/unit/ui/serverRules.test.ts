import { createElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Route, Routes } from 'react-router-dom';
import type { BrokenRule } from '../../../src/domain/failure.ts';
import { refused } from '../../../src/domain/result.ts';
import { RegisterScreen } from '../../../src/ui/access/RegisterScreen.tsx';
import { AddressBook } from '../../../src/ui/addressBook/AddressBook.tsx';
import { ApiKeys } from '../../../src/ui/apiKeys/ApiKeys.tsx';
import { AmendDialog } from '../../../src/ui/openOrders/AmendDialog.tsx';
import type { AmendmentFlow } from '../../../src/ui/openOrders/useAmendment.ts';
import { SupportScreen } from '../../../src/ui/support/SupportScreen.tsx';
import { element, only, say, speak } from './rendered.tsx';
import { NOW } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { someOrder } from '../../samples.ts';

const show = openScreens();

beforeEach(() => speak('de'));

const ORDER = someOrder({
  id: 'o-1',
  price: '0.002',
  quantity: '5',
  quantityLeft: '4',
  state: 'PARTIALLY_FILLED',
  createdAt: NOW - 60_000,
});

const failure = (text: string, brokenRule?: BrokenRule) => ({
  code: 'refused' as const,
  retryable: false,
  status: 422,
  text,
  ...(brokenRule ? { brokenRule } : {}),
});
const answering = (call: string, text: string, brokenRule?: BrokenRule) => ({
  [call]: () => refused(failure(text, brokenRule)),
});

describe('a rule that a server names is shown in the language of the user (CALL-19)', () => {
  async function register(text: string, rule?: BrokenRule): Promise<Screen> {
    const screen = await show(createElement(RegisterScreen), {
      user: null,
      answers: answering('register', text, rule),
    });
    await screen.type(say('common:field.email'), 'a@b.test');
    await screen.type(say('common:field.username'), 'trader');
    await screen.type(say('common:field.password'), 'Quietbook1');
    await screen.type(say('common:field.confirm_password'), 'Quietbook1');
    await screen.press(say('auth:register.submit'));
    return screen;
  }

  it('in the registration, at its field', async () => {
    const raw = 'username must be at most 64 characters long.';
    const screen = await register(raw, { field: 'username', rule: 'long', limit: 64 });
    expect(screen.text).toContain('„Benutzername“ darf höchstens 64 Zeichen haben.');
    expect(screen.text).not.toContain(raw);
    const field = screen.field(say('common:field.username'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.field(say('common:field.email')).getAttribute('aria-invalid')).not.toBe('true');
  });

  it('a fault in untyped values is shown as a mistake of the page', async () => {
    const screen = await register('proof_of_work.solution must be …', {
      field: 'proof_of_work.solution',
      rule: 'long',
      limit: 15,
    });
    expect(screen.text).toContain(say('common:rule.page'));
    expect(screen.text).not.toContain('proof_of_work');
  });

  it('so is a body that is too long', async () => {
    const screen = await register('The body must not be larger than 4 kB.', { field: '', rule: 'long' });
    expect(screen.text).toContain(say('common:rule.all'));
    expect(screen.text).not.toContain('4 kB');
  });

  it('and the plain words of a server that names none stay as they came', async () => {
    expect((await register('No such luck.')).text).toContain('No such luck.');
  });

  it('under a reply to the support, which keeps its text', async () => {
    const ticket = {
      id: 't-1',
      subject: 'Late',
      status: 'open',
      category: 'deposit',
      description: 'It is late.',
      createdAt: NOW,
      modifiedAt: null,
      owner: 'u-1',
    };
    const raw = 'content must be at most 20000 characters long.';
    const screen = await show(
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/support/*', element: createElement(SupportScreen) }),
      ),
      {
        path: '/support/t-1',
        answers: {
          tickets: { items: [ticket], count: 1 },
          ticket,
          comments: { items: [], count: 0 },
          ...answering('commentTicket', raw, { field: 'content', rule: 'long', limit: 20_000 }),
        },
      },
    );
    await screen.type(say('support:ticket.reply'), 'Danke');
    await screen.press(say('support:ticket.send'));
    expect(screen.text).toContain('„Antwort“ darf höchstens 20.000 Zeichen haben.');
    expect(screen.text).not.toContain(raw);
    expect(screen.field(say('support:ticket.reply')).value).toBe('Danke');
  });

  it('under a new address of the book', async () => {
    const screen = await show(createElement(AddressBook), {
      answers: {
        addressBook: { isOn: false, offAt: null, addresses: [] },
        coins: [{ ticker: 'BTC', name: 'Bitcoin', network: 'mainnet' }],
        ...answering('addBookAddress', 'label must not be blank.', { field: 'label', rule: 'empty' }),
      },
    });
    await screen.type(say('common:field.label'), 'Tresor');
    await screen.type(say('common:field.address'), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await screen.press(say('account:security.book.add'));
    expect(screen.text).toContain('„Bezeichnung“ darf nicht leer sein.');
    expect(screen.text).not.toContain('label must');
  });

  it('under a new key of a program', async () => {
    const screen = await show(createElement(ApiKeys), {
      answers: {
        apiKeys: [],
        ...answering('createApiKey', 'label is invalid.', { field: 'label', rule: 'format' }),
      },
    });
    await screen.type(say('account:security.apiKeys.label'), 'Bot');
    await screen.type(say('account:security.apiKeys.password'), 'Quietbook1');
    await screen.press(say('account:security.apiKeys.make'));
    expect(screen.text).toContain('„Bezeichnung“ hat kein gültiges Format. Prüfen Sie Ihre Eingabe.');
    expect(screen.text).not.toContain('label is');
  });

  it('in the dialog that amends an order', async () => {
    const raw = 'price must be a decimal number like 0.25.';
    const press = (): void => undefined;
    const flow = only<AmendmentFlow>({
      stage: 'editing',
      fault: null,
      failure: failure(raw, { field: 'price', rule: 'decimal' }),
      isSentOnce: true,
      submit: press,
      send: press,
    });
    const screen = await show(element(AmendDialog, { flow, order: ORDER, listed: ORDER }));
    expect(screen.text).toContain('„Preis“ muss eine Zahl wie 0,25 sein.');
    expect(screen.text).not.toContain(raw);
  });
});
