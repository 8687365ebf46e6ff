import { apiKeysImplementations } from '../../src/machines/apiKeys/apiKeys.actors.ts';
import {
  apiKeysMachine,
  type ApiKeysContext,
  type KeyProof,
  type KeyWish,
} from '../../src/machines/apiKeys/apiKeys.machine.ts';
import * as selectors from '../../src/machines/apiKeys/apiKeys.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { failureIn, NO_ANSWER, refusedAnswer } from './tools/endings.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { writingSut } from './tools/writes.ts';

type Machine = typeof apiKeysMachine;

const PASSWORD = 'canary-Pass1';
const CODE = '123456';
export const SECRET = '5ec2e700'.repeat(8);
const OUTDATED = 'keys outdated';
const LISTED = { id: 'k1', label: 'Old bot' };
const MADE = { id: 'k2', label: 'Bot', privateSecret: SECRET };

/** Sent by each press. */
const WISHES: Readonly<Record<string, readonly [wish: KeyWish, request: string]>> = {
  create: [
    { label: 'Bot', permissions: ['read', 'trade'], addresses: ['203.0.113.7'], privatePassword: PASSWORD },
    `POST /user/api-keys {"label":"Bot","permissions":["read","trade"],"addresses":["203.0.113.7"],"password":"${PASSWORD}"}`,
  ],
  'create with a code': [
    { label: 'Bot', permissions: ['read'], addresses: [], privatePassword: PASSWORD, privateCode: CODE },
    `POST /user/api-keys {"label":"Bot","permissions":["read"],"addresses":[],"password":"${PASSWORD}","two_factor_code":"${CODE}"}`,
  ],
};

const PROOFS: Readonly<Record<string, readonly [proof: KeyProof, request: string]>> = {
  approve: [
    { id: LISTED.id, privatePassword: PASSWORD, privateCode: CODE },
    `POST /user/api-keys/${LISTED.id}/confirm {"password":"${PASSWORD}","two_factor_code":"${CODE}"}`,
  ],
  'approve without a code': [
    { id: LISTED.id, privatePassword: PASSWORD },
    `POST /user/api-keys/${LISTED.id}/confirm {"password":"${PASSWORD}"}`,
  ],
};

const create: readonly Outcome[] = [
  {
    name: 'made',
    reply: {
      status: 201,
      body: {
        api_key: {
          id: MADE.id,
          label: MADE.label,
          permissions: ['read', 'trade'],
          addresses: [],
          created_at: '2026-01-05T12:00:00Z',
          last_used_on: null,
        },
        secret: SECRET,
      },
    },
    done: { ok: true, value: MADE },
  },
  { name: 'wrong password', ...refusedAnswer(403, 'Wrong password', 'WRONG_PASSWORD') },
  { name: 'refused', ...refusedAnswer(409, 'At most 20 keys', 'TOO_MANY_API_KEYS') },
  NO_ANSWER,
];

const approve: readonly Outcome[] = [
  { name: 'done', reply: { status: 200, body: { message: 'Done' } }, done: { ok: true, value: null } },
  { name: 'wrong password', ...refusedAnswer(403, 'Wrong password', 'WRONG_PASSWORD') },
  { name: 'refused', ...refusedAnswer(409, 'Try again', 'SESSION_RENEWED') },
  NO_ANSWER,
];

const revoke: readonly Outcome[] = [
  { name: 'done', reply: { status: 200, body: { message: 'Done' } }, done: { ok: true, value: null } },
  { name: 'gone already', ...refusedAnswer(404, 'No such key', 'API_KEY_NOT_FOUND') },
  { name: 'refused', ...refusedAnswer(409, 'Another account', 'ACCOUNT_CHANGED') },
  NO_ANSWER,
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const machine = apiKeysMachine.provide(
    apiKeysImplementations({ http: network.http, invalidateKeys: () => effects.push(OUTDATED) }),
  );
  return writingSut(machine, { effects, network });
}

const CLEAN = { tried: null, failure: null, isLost: false };

const requirements: readonly Row<ApiKeysContext>[] = [
  {
    ref: 'APIKEY-11',
    in: '',
    on: '(start)',
    to: 'resting',
    sets: () => ({ ...CLEAN, made: null, asked: null }),
  },
  ...Object.entries(WISHES).map(([on, [, request]]): Row<ApiKeysContext> => ({
    ref: 'APIKEY-11 sent once',
    in: 'resting',
    on,
    to: 'creating',
    does: () => [request],
    sets: () => ({ ...CLEAN, tried: 'create' }),
  })),
  {
    ref: 'APIKEY-11 the secret is shown, and the list is read again',
    in: 'creating',
    on: 'create: made',
    to: 'showing',
    does: () => [OUTDATED],
    sets: () => ({ ...CLEAN, made: MADE }),
  },
  {
    ref: 'APIKEY-11 the list shows what it came to, nothing is sent',
    in: 'creating',
    on: 'create: no answer',
    to: 'resting',
    does: () => [OUTDATED],
    sets: (_, event) => ({ failure: failureIn(event), isLost: true }),
  },
  {
    ref: 'APIKEY-11 what the server says to it',
    in: 'creating',
    on: 'create: *',
    to: 'resting',
    sets: (_, event) => ({ failure: failureIn(event) }),
  },
  {
    ref: 'APIKEY-11 the secret is known no longer than it is shown',
    in: 'showing',
    on: 'kept',
    to: 'resting',
    sets: () => ({ made: null }),
  },
  ...Object.entries(PROOFS).map(([on, [, request]]): Row<ApiKeysContext> => ({
    ref: 'APIKEY-12 sent once',
    in: 'resting',
    on,
    to: 'approving',
    does: () => [request],
    sets: () => ({ ...CLEAN, tried: 'approve' }),
  })),
  {
    ref: 'APIKEY-12 it has its rights again, and the list is read',
    in: 'approving',
    on: 'approve: done',
    to: 'resting',
    does: () => [OUTDATED, 'toast {"key":"account:toast.apiKeyConfirmed","kind":"success"}'],
    sets: () => CLEAN,
  },
  {
    ref: 'APIKEY-12 the list shows what it came to, nothing is sent',
    in: 'approving',
    on: 'approve: no answer',
    to: 'resting',
    does: () => [OUTDATED],
    sets: (_, event) => ({ failure: failureIn(event), isLost: true }),
  },
  {
    ref: 'APIKEY-12 what the server says to it',
    in: 'approving',
    on: 'approve: *',
    to: 'resting',
    sets: (_, event) => ({ failure: failureIn(event) }),
  },
  {
    ref: 'APIKEY-11 a question comes first',
    in: 'resting',
    on: 'ask',
    to: 'asking',
    sets: () => ({ ...CLEAN, asked: LISTED }),
  },
  { ref: 'APIKEY-11', in: 'asking', on: 'cancel', to: 'resting', sets: () => ({ asked: null }) },
  {
    ref: 'APIKEY-11 sent once',
    in: 'asking',
    on: 'confirm',
    to: 'revoking',
    does: () => [`DELETE /user/api-keys/${LISTED.id}`],
    sets: () => ({ tried: 'revoke' }),
  },
  ...['done', 'gone already'].map((outcome): Row<ApiKeysContext> => ({
    ref: 'APIKEY-11 revoked',
    in: 'revoking',
    on: `revoke: ${outcome}`,
    to: 'resting',
    does: () => [OUTDATED, 'toast {"key":"account:toast.apiKeyRevoked","kind":"success"}'],
    sets: () => ({ ...CLEAN, asked: null }),
  })),
  {
    ref: 'APIKEY-11 the list shows what it came to, nothing is sent',
    in: 'revoking',
    on: 'revoke: no answer',
    to: 'resting',
    does: () => [OUTDATED],
    sets: (_, event) => ({ failure: failureIn(event), isLost: true, asked: null }),
  },
  {
    ref: 'APIKEY-11 what the server says to it',
    in: 'revoking',
    on: 'revoke: *',
    to: 'resting',
    sets: (_, event) => ({ failure: failureIn(event), asked: null }),
  },
  { ref: 'NAV-13', in: 'resting', on: 'edit', to: 'resting', sets: () => CLEAN },
];

export const apiKeysModel: MachineModel<Machine> = {
  name: 'apiKeys',
  machine: apiKeysMachine,
  states: {
    resting: 'the list of keys is shown',
    approving: 'the confirmation of the key is on its way, once',
    asking: 'the page asks whether to revoke the key',
    revoking: 'the revocation is on its way, once',
    creating: 'the request for a key is on its way, once',
    showing: 'the secret of the new key is shown, once',
  },
  says: {
    approve: 'the user confirms a key with a code',
    'approve without a code': 'the user confirms a key',
    create: 'the user asks for a new key',
    'create with a code': 'the user asks for a new key with a code',
  },
  services: { create: 'the request for a key', approve: 'the confirmation', revoke: 'the revocation' },
  endings: { made: 'is granted', done: 'is done', 'gone already': 'shows that the key was gone already' },
  variants: [
    {
      name: 'the keys',
      events: [
        ...Object.entries(WISHES).map(([name, [wish]]): EventCase<Machine> => ({
          name,
          event: { type: 'user.create', wish },
        })),
        ...Object.entries(PROOFS).map(([name, [proof]]): EventCase<Machine> => ({
          name,
          event: { type: 'user.approve', proof },
        })),
        { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
        { name: 'ask', says: 'the user wants to revoke a key', event: { type: 'user.ask', key: LISTED } },
        { name: 'confirm', says: 'the user confirms', event: { type: 'user.confirm' } },
        { name: 'cancel', says: 'the user declines', event: { type: 'user.cancel' } },
        { name: 'kept', says: 'the user confirms that the secret is saved', event: { type: 'user.kept' } },
      ],
      outcomes: { create, approve, revoke },
      sut,
    },
  ],
  requirements,
  invariant: (snapshot) => {
    const context = JSON.stringify(snapshot.context);
    if (/canary|123456/.test(context)) return 'keeps what was typed';
    return context.includes(SECRET) && !snapshot.matches('showing') ? 'keeps the secret' : undefined;
  },
  selectors: { from: selectors, rules: { selectFailure: { context: 'failure' } } },
  tags: { busy: /^(creating|approving|revoking)/ },
};
