import { randomUUID } from 'node:crypto';
import { createActor } from 'xstate';
import {
  passwordChangeImplementations,
  twoFactorImplementations,
} from '../../../src/machines/account/account.actors.ts';
import { passwordChangeMachine } from '../../../src/machines/account/passwordChange.machine.ts';
import { twoFactorMachine } from '../../../src/machines/account/twoFactor.machine.ts';
import { ticketMachine } from '../../../src/machines/support/ticket.machine.ts';
import { ticketListMachine } from '../../../src/machines/support/ticketList.machine.ts';
import {
  ticketImplementations,
  ticketListImplementations,
} from '../../../src/machines/support/support.actors.ts';
import { registrationImplementations } from '../../../src/machines/access/access.actors.ts';
import type { TicketDraft } from '../../../src/domain/ticket.ts';
import { registrationMachine } from '../../../src/machines/access/registration.machine.ts';
import { codeOf } from '../accounts/codes.ts';
import { openBrowser, PASSWORD, type TestVenue, type Trader } from '../edge/harness.ts';
import { brought, ending, listOf, nothing, type Page, type Write } from './press.ts';
import { proveWrites } from './prove.ts';

/** Whether the user can sign in with the password. */
async function opens(venue: TestVenue, email: string, password: string): Promise<boolean> {
  return (await openBrowser(venue).post('/auth/login', { email, password })).status === 200;
}

const password: Write = async ({ venue, user, http, clock, spoil }) => {
  const next = `${PASSWORD}-${randomUUID().slice(0, 8)}`;
  const change = { oldPassword: PASSWORD, newPassword: next, confirmPassword: next, twoFactorCode: '' };
  const actor = createActor(
    passwordChangeMachine.provide(passwordChangeImplementations({ http, invalidateAccount: nothing })),
    { clock },
  ).start();
  spoil();
  actor.send({ type: 'user.submit', ...change });
  // A lost answer is shown as unknown: the page does not look by itself.
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('changed')
        ? 'done'
        : snapshot.matches('outcomeUnknown')
          ? 'not known'
          : snapshot.matches('refused')
            ? 'not done'
            : null,
    nothing,
  );
  const [isOld, isNew] = [await opens(venue, user.email, PASSWORD), await opens(venue, user.email, next)];
  return { told, effects: Number(isNew), ...(isOld === isNew ? { wrong: 'both or none opens' } : {}) };
};

const registration: Write = async ({ venue, http, clock, spoil }) => {
  const username = `user-${randomUUID().slice(0, 13)}`;
  const account = { email: `${username}@example.org`, username, password: PASSWORD, confirmation: PASSWORD };
  const actor = createActor(
    registrationMachine.provide(
      registrationImplementations({ http, solveWork: null, noteAccount: () => undefined }),
    ),
    { clock },
  ).start();
  spoil();
  actor.send({ type: 'user.submit', account });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches('created')) return 'done';
      return snapshot.matches('editing') && snapshot.context.refusal !== null ? 'not known' : null;
    },
    nothing,
  );
  return { told, effects: Number(await opens(venue, account.email, PASSWORD)) };
};

const reply: Write = async ({ user, http, clock, random, spoil }) => {
  const created = await user.post('/support/tickets/create', {
    subject: 'A question',
    description: 'Where does it stand?',
    category: 'other',
  });
  const { id: ticketId } = created.body as { id: string };
  const text = `And now ${randomUUID()}?`;
  const actor = createActor(
    ticketMachine.provide(ticketImplementations({ http, invalidateLists: nothing, random })),
    { clock, input: { ticketId } },
  );
  let isSent = false;
  actor.on('reply.sent', () => {
    isSent = true;
  });
  actor.start();
  await brought(actor, (snapshot) => snapshot.matches({ shown: { taking: 'idle' } }), {
    type: 'user.refresh',
  });
  spoil();
  actor.send({ type: 'user.reply', text, idempotencyKey: randomUUID() });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (isSent) return 'done';
      if (snapshot.matches({ shown: 'unresolved' })) return 'ask';
      if (snapshot.hasTag('unknown')) return null;
      return snapshot.context.refusal !== null || snapshot.context.absent !== null ? 'not done' : null;
    },
    () => actor.send({ type: 'user.checkAgain' }),
  );
  const comments = listOf(await user.get(`/support/tickets/comments/list/${ticketId}?limit=100&offset=0`));
  return { told, effects: comments.filter((one) => JSON.stringify(one).includes(text)).length };
};

const newTicket: Write = async ({ user, http, clock, spoil }) => {
  const draft: TicketDraft = {
    subject: `Question ${randomUUID()}`,
    description: 'Where is it?',
    category: 'other',
  };
  const actor = createActor(
    ticketListMachine.provide(
      ticketListImplementations({ http, forgetTexts: nothing, invalidateLists: nothing }),
    ),
    { clock },
  ).start();
  actor.send({ type: 'user.compose' });
  spoil();
  actor.send({ type: 'user.create', draft, idempotencyKey: randomUUID() });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches('browsing')) return 'done';
      if (snapshot.matches({ composing: { taking: 'refused' } })) return 'not done';
      if (snapshot.matches({ composing: { taking: 'absent' } })) return 'not done';
      return snapshot.can({ type: 'user.checkAgain' }) ? 'ask' : null;
    },
    () => actor.send({ type: 'user.checkAgain' }),
  );
  const tickets = listOf(await user.get('/support/tickets/list?limit=100&offset=0'));
  return { told, effects: tickets.filter(({ subject }) => subject === draft.subject).length };
};

const STEP = 30_000;

async function isOnAtVenue(user: Trader): Promise<boolean> {
  const { body } = await user.get('/auth/me');
  const { user: me = body } = body as { user?: unknown };
  return (me as { two_factor_enabled: boolean }).two_factor_enabled;
}

const factor = ({ http, clock }: Page, isOn: boolean) =>
  createActor(
    twoFactorMachine.provide(
      twoFactorImplementations({
        http,
        files: { save: async () => undefined },
        hasRecoveryCodes: false,
        brand: 'Quietbook',
        report: nothing,
        invalidateAccount: nothing,
      }),
    ),
    { clock, input: { isOn } },
  ).start();

/** The secret is requested and its code typed, both while answers are spoiled. */
const secondFactorOn: Write = async (page) => {
  const { user, spoil } = page;
  const actor = factor(page, false);
  const press = (): void => {
    const { enrolmentSecret } = actor.getSnapshot().context;
    if (enrolmentSecret === null) actor.send({ type: 'user.setUp' });
    else
      actor.send({
        type: 'user.verify',
        code: codeOf(enrolmentSecret.secret, Date.now()),
        privatePassword: PASSWORD,
      });
  };
  spoil();
  press();
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('on') ? 'done' : snapshot.hasTag('busy') ? null : 'ask',
    press,
  );
  return { told, effects: Number(await isOnAtVenue(user)) };
};

const secondFactorOff: Write = async (page) => {
  const { user, spoil } = page;
  const { body } = await user.post('/auth/2fa/enable', {});
  const { secret } = body as { secret: string };
  // A code works once: the previous one is used up, the one that the app shows now is not.
  await user.post('/auth/2fa/verify', { code: codeOf(secret, Date.now() - STEP), password: PASSWORD });
  const actor = factor(page, true);
  const press = (): void =>
    actor.send({ type: 'user.disable', code: codeOf(secret, Date.now()), privatePassword: PASSWORD });
  spoil();
  press();
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('off') ? 'done' : snapshot.hasTag('busy') ? null : 'ask',
    press,
  );
  return { told, effects: Number(!(await isOnAtVenue(user))) };
};

proveWrites({
  'password change': { press: password, spendsAccount: true },
  registration: { press: registration },
  'second factor on': { press: secondFactorOn, spendsAccount: true },
  'second factor off': { press: secondFactorOff, spendsAccount: true },
  'ticket reply': { press: reply, spendsAccount: true, neverTwice: true },
  'new ticket': { press: newTicket, spendsAccount: true, neverTwice: true },
});
