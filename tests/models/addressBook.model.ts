import { addressBookImplementations } from '../../src/machines/addressBook/addressBook.actors.ts';
import {
  addressBookMachine,
  type AddressBookContext,
  type BookChange,
} from '../../src/machines/addressBook/addressBook.machine.ts';
import * as selectors from '../../src/machines/addressBook/addressBook.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { failureIn, NO_ANSWER, refusedAnswer } from './tools/endings.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { writingSut } from './tools/writes.ts';

type Machine = typeof addressBookMachine;

const PASSWORD = 'canary-Pass1';
const CODE = '123456';
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const OUTDATED = 'book outdated';

/** Sent by each press. */
const CHANGES: Readonly<Record<string, readonly [change: BookChange, request: string]>> = {
  'switch on': [
    { kind: 'switch', isOn: true, privatePassword: PASSWORD },
    `POST /user/address-book/switch {"is_on":true,"password":"${PASSWORD}"}`,
  ],
  'switch off with a code': [
    { kind: 'switch', isOn: false, privatePassword: PASSWORD, privateCode: CODE },
    `POST /user/address-book/switch {"is_on":false,"password":"${PASSWORD}","two_factor_code":"${CODE}"}`,
  ],
  'keep it on': [{ kind: 'switch', isOn: true }, 'POST /user/address-book/switch {"is_on":true}'],
  add: [
    { kind: 'add', coin: 'BTC', address: ADDRESS, label: 'Cold' },
    `POST /user/address-book/addresses {"coin_ticker":"BTC","address":"${ADDRESS}","label":"Cold"}`,
  ],
  'add with a code': [
    { kind: 'add', coin: 'BTC', address: ADDRESS, label: 'Cold', privateCode: CODE },
    `POST /user/address-book/addresses {"coin_ticker":"BTC","address":"${ADDRESS}","label":"Cold","two_factor_code":"${CODE}"}`,
  ],
  remove: [{ kind: 'remove', id: 'b1' }, 'DELETE /user/address-book/addresses/b1'],
};

const BOOK = { is_on: true, off_at: null, addresses: [] };

const change: readonly Outcome[] = [
  {
    name: 'done',
    reply: { status: 200, body: BOOK },
    done: { ok: true, value: { isOn: true, offAt: null, addresses: [] } },
  },
  { name: 'wrong password', ...refusedAnswer(403, 'Wrong password', 'WRONG_PASSWORD') },
  { name: 'refused', ...refusedAnswer(409, 'Not this one', 'ADDRESS_IN_BOOK') },
  NO_ANSWER,
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const machine = addressBookMachine.provide(
    addressBookImplementations({ http: network.http, invalidateBook: () => effects.push(OUTDATED) }),
  );
  return writingSut(machine, { effects, network });
}

const CLEAN = { kind: null, failure: null, isLost: false };

const requirements: readonly Row<AddressBookContext>[] = [
  { ref: 'HELD-01', in: '', on: '(start)', to: 'resting', sets: () => CLEAN },
  ...Object.entries(CHANGES).map(([on, [sent, request]]): Row<AddressBookContext> => ({
    ref: sent.kind === 'switch' ? 'HELD-01 sent once' : 'HELD-02 sent once',
    in: 'resting',
    on,
    to: 'changing',
    does: () => [request],
    sets: () => ({ ...CLEAN, kind: sent.kind }),
  })),
  {
    ref: 'HELD-02 the form is empty and the book is read again',
    in: 'changing',
    on: 'change: done',
    to: 'resting',
    does: () => [OUTDATED, 'toast {"key":"account:toast.bookChanged","kind":"success"}', 'form.clear {}'],
    sets: () => CLEAN,
  },
  {
    ref: 'LOST-02 the book shows what it came to, nothing is sent',
    in: 'changing',
    on: 'change: no answer',
    to: 'resting',
    does: () => [OUTDATED],
    sets: (_, event) => ({ failure: failureIn(event), isLost: true }),
  },
  {
    ref: 'HELD-01 what the server says to it',
    in: 'changing',
    on: 'change: *',
    to: 'resting',
    sets: (_, event) => ({ failure: failureIn(event) }),
  },
  { ref: 'NAV-13', in: 'resting', on: 'edit', to: 'resting', sets: () => CLEAN },
];

export const addressBookModel: MachineModel<Machine> = {
  name: 'addressBook',
  machine: addressBookMachine,
  states: { resting: 'the book is shown', changing: 'the change is on its way, once' },
  says: {
    add: 'the user adds an address',
    'add with a code': 'the user adds an address with a code',
    'keep it on': 'the user leaves the book on after all',
    remove: 'the user removes an address',
    'switch off with a code': 'the user switches the book off with a code',
    'switch on': 'the user switches the book on',
  },
  services: { change: 'the change' },
  endings: { done: 'is done' },
  variants: [
    {
      name: 'the book',
      events: [
        ...Object.entries(CHANGES).map(([name, [sent]]): EventCase<Machine> => ({
          name,
          event: { type: 'user.change', change: sent },
        })),
        { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
      ],
      outcomes: { change },
      sut,
    },
  ],
  requirements,
  invariant: ({ context }) =>
    /canary|123456|bc1q/.test(JSON.stringify(context)) ? 'keeps what was typed' : undefined,
  selectors: { from: selectors, rules: { selectFailure: { context: 'failure' } } },
  tags: { busy: /^changing/ },
};
