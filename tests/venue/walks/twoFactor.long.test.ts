import { afterAll, beforeAll } from 'vitest';
import { twoFactorImplementations } from '../../../src/machines/account/account.actors.ts';
import { twoFactorMachine } from '../../../src/machines/account/twoFactor.machine.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { twoFactorModel } from '../../models/twoFactor.model.ts';
import { WRONG_WINDOW } from '../../../venue/accounts/twoFactor.ts';
import type { AnyEvent } from '../../models/tools/explore.ts';
import { PASSWORD } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld, type WalkContext } from './tools/venueWalk.ts';
import { newVisitor, nextCode, startWalkedVenue, type WalkedVenue } from './tools/visitor.ts';

type Machine = typeof twoFactorMachine;

let venue: WalkedVenue;
beforeAll(async () => {
  venue = await startWalkedVenue();
});
afterAll(() => venue.close());

async function open(isOn: boolean, hasRecoveryCodes = false): Promise<VenueWorld<Machine>> {
  const visitor = await newVisitor(venue);
  const network = heldNetwork({ origin: venue.origin, browser: () => visitor.browser });
  /** The secret that is shown, or in force; possibly of another page. */
  let secret = '';
  const enable = async (): Promise<void> => {
    secret = String((await visitor.call('/auth/2fa/enable', {})).secret);
  };
  const verify = () =>
    visitor.call('/auth/2fa/verify', { code: nextCode(venue, secret), password: PASSWORD });
  const disable = () =>
    visitor.call('/auth/2fa/disable', { code: nextCode(venue, secret), password: PASSWORD });
  let isOnThere = isOn;
  const bring = async (wanted: boolean): Promise<void> => {
    if (wanted === isOnThere) return;
    isOnThere = wanted;
    if (!wanted) return void (await disable());
    await enable();
    await verify();
  };
  /** With the secret that the page shows, as if its own code had counted. */
  const turnOn = async (): Promise<void> => {
    isOnThere = true;
    await verify();
  };
  if (isOn) {
    await enable();
    await verify();
  }
  const ordered = (call: string, status: number | 'refuse') => () => visitor.fail(call, status);
  const forgetWrongCodes = async (): Promise<void> => venue.pass(WRONG_WINDOW);
  const right = new Set([
    'verify: accepted',
    'verify: accepted, with codes',
    'disable: accepted',
    'makeCodes: made',
  ]);
  const implementations = twoFactorImplementations({
    http: network.http,
    files: { save: async () => undefined },
    hasRecoveryCodes,
    brand: 'Quietbook',
    report: () => undefined,
    invalidateAccount: () => undefined,
  });
  const { actors, actions } = implementations;
  const codeFor = (coming: string): string => (right.has(coming) ? nextCode(venue, secret) : '000000');
  const passwordFor = (coming: string): string =>
    coming.endsWith(': wrong password') ? 'Wrong-Horse-1' : PASSWORD;
  const typed = (coming: string) => ({ code: codeFor(coming), privatePassword: passwordFor(coming) });
  const verifies = ({ snapshot, coming = '' }: WalkContext<Machine>): AnyEvent => {
    secret = snapshot.context.enrolmentSecret?.secret ?? secret;
    return { type: 'user.verify', ...typed(coming) };
  };
  const disables = async ({ coming = '' }: WalkContext<Machine>): Promise<AnyEvent> => {
    if (right.has(coming)) await bring(true);
    return { type: 'user.disable', ...typed(coming) };
  };
  return {
    machine: twoFactorMachine.provide({
      actions,
      actors: { ...actors, verify: oneLook(actors.verify), disable: oneLook(actors.disable) },
    }),
    input: { isOn },
    clock: new TestClock(),
    network,
    events: {
      cancel: () => {
        network.forget();
        return { type: 'user.cancel' };
      },
      verify: verifies,
      'verify with the password': verifies,
      'make codes': async ({ coming = '' }) => {
        if (right.has(coming)) await bring(true);
        return { type: 'user.makeCodes', ...typed(coming) };
      },
      disable: disables,
      'disable with the password': disables,
    },
    outcomes: {
      'enable: secret with URI': () => bring(false),
      'enable: already on': () => bring(true),
      'enable: conflict': ordered('twoFactorEnable', 409),
      'enable: too many': ordered('twoFactorEnable', 429),
      'enable: server down': ordered('twoFactorEnable', 500),
      'enable: no answer': ordered('twoFactorEnable', 'refuse'),
      'verify: accepted': async () => {
        isOnThere = true;
      },
      'verify: accepted, with codes': async () => {
        isOnThere = true;
      },
      'makeCodes: made': async () => undefined,
      'makeCodes: wrong code': forgetWrongCodes,
      'makeCodes: wrong password': async () => undefined,
      'makeCodes: too many': ordered('newRecoveryCodes', 429),
      'makeCodes: server down': ordered('newRecoveryCodes', 500),
      'makeCodes: no answer': ordered('newRecoveryCodes', 'refuse'),
      'verify: already on': turnOn,
      'verify: wrong code': forgetWrongCodes,
      'verify: wrong password': async () => undefined,
      'verify: too many': ordered('twoFactorVerify', 429),
      'verify: server down': ordered('twoFactorVerify', 500),
      'verify: no answer': ordered('twoFactorVerify', 'refuse'),
      'disable: accepted': async () => {
        isOnThere = false;
      },
      'disable: off already': () => bring(false),
      'disable: wrong password': async () => undefined,
      'disable: wrong code': async () => {
        await bring(true);
        await forgetWrongCodes();
      },
      'disable: too many': ordered('twoFactorDisable', 429),
      'disable: server down': ordered('twoFactorDisable', 500),
      'disable: no answer': ordered('twoFactorDisable', 'refuse'),
      'verify: it counted': turnOn,
      'verify: it did not count': async () => undefined,
      'verify: nothing can be read': ordered('me', 'refuse'),
      'disable: it counted': () => bring(false),
      'disable: it did not count': () => bring(true),
      'disable: nothing can be read': ordered('me', 'refuse'),
    },
  };
}

walkAtVenue({
  model: twoFactorModel,
  variants: [
    { of: 'off at first', open: () => open(false) },
    { of: 'on at first', open: () => open(true) },
    { of: 'with recovery codes', open: () => open(false, true) },
  ],
  cannot: {
    'verify: accepted, with codes unheard': 'the same answer as accepted: the venue always makes codes',
    'enable: secret alone': 'the venue always sends the address of the key with its secret',
    'enable: unreadable': 'every answer of the venue can be read',
  },
});
