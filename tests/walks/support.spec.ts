import type { Page } from '@playwright/test';
import { ticketListModel } from '../models/ticketList.model.ts';
import { ticketModel } from '../models/ticket.model.ts';
import { DRAFT } from '../models/ticketList.model.ts';
import { ID, TEXT } from '../models/ticket.model.ts';
import { shortId } from '../../src/domain/account.ts';
import { english } from '../e2e/support/english.ts';
import { passUntilAsked } from '../e2e/support/asks.ts';
import { Support } from '../e2e/support/tickets.ts';
import { readButtons, readLocked, readTexts } from '../e2e/support/reading.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { answerSearches, looksAgain } from '../e2e/support/searches.ts';
import { openStopped } from '../e2e/support/time.ts';

const UNREACHABLE = 'Cannot reach the server. Check your connection.';
const UNREADABLE = 'The server sent a response that could not be read.';

/** With the time that the page needed before it began to wait. */
const pauseOf = (milliseconds: number, call: RegExp) => (page: Page) =>
  passUntilAsked(page, call, (before) => page.clock.runFor(before === 0 ? milliseconds : 1000));

async function answerList(page: Page): Promise<void> {
  await page.route(/\/support\/tickets\/list\?limit=5/, (route) =>
    route.fulfill({ json: { items: [], total: 0 } }),
  );
}

async function createTicket(page: Page): Promise<void> {
  const support = new Support(page);
  await support.subject.fill(DRAFT.subject);
  await page.getByRole('combobox', { name: 'Category' }).last().selectOption(DRAFT.category);
  await support.message.fill(DRAFT.description);
  await support.button('Create ticket').click();
}

walkScreen({
  model: {
    ...ticketListModel,
    variants: ticketListModel.variants.filter(({ name }) => name === 'a new ticket'),
  },
  calls: /\/support\/tickets\/(?:create|list\?limit=20)/,
  happens: (name, snapshot) =>
    (name !== 'compose' || snapshot.matches('browsing')) &&
    // Blank texts are not sent, silence looks like no answer; list and address have tests of their own.
    !/^create without|silence|^page|^opened$|a defect/.test(name) &&
    // Like other refusals; after a repeat it reveals nothing about the first attempt.
    (!name.includes('too many') || snapshot.context.sending?.isAgain === true),
  // A created ticket ends the walk, because the screen shows it.
  key: ({ value, context }) => [value, context.sending?.isAgain ?? null],
  open: async (page) => {
    await pretendSession(page, {});
    await answerList(page);
    await page.route(/\/support\/tickets\/(?:get|comments)\//, (route) =>
      route.fulfill({ status: 404, json: { message: 'None.' } }),
    );
    await openStopped(page, '/support', new Support(page).list.getByText('You have no tickets yet.'));
  },
  gestures: {
    compose: (page) => new Support(page).button('New ticket').click(),
    cancel: (page) => new Support(page).button('Cancel').click(),
    edit: async (page) => {
      const { subject } = new Support(page);
      await subject.fill(`${await subject.inputValue()}.`);
    },
    create: createTicket,
    'create again': createTicket,
    checkAgain: async (page) => {
      looksAgain(page);
      await new Support(page).button('Check again').click();
    },
    leave: (page) => new Support(page).button('Back to the form').click(),
  },
  answers: answerSearches(/tickets\/list\?limit=20/, [
    'found',
    'not there',
    'a closed one',
    'forbidden',
    'cannot be read',
  ]),
  facts: (snapshot) => {
    const { failure } = snapshot.context;
    const isBusy = snapshot.hasTag('sending') || snapshot.hasTag('unknown');
    const isUnresolved = snapshot.matches({ composing: 'unresolved' });
    return {
      isOpen: snapshot.matches('composing'),
      isBusy,
      button: snapshot.matches('browsing')
        ? null
        : snapshot.hasTag('sending')
          ? 'Creating ticket…'
          : 'Create ticket',
      said: isUnresolved
        ? 'unresolved'
        : snapshot.hasTag('unknown')
          ? 'looking'
          : snapshot.matches({ composing: { taking: 'absent' } })
            ? 'absent'
            : (failure?.text ?? null),
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const form = document.querySelector('main form');
      const button = form?.querySelector('button[type="submit"]');
      const said = form?.querySelector('[role="alert"], [role="status"]')?.textContent ?? '';
      const known = [
        ['The server did not confirm the ticket. Checking', 'looking'],
        ['The server did not confirm the ticket, and the list of tickets could not be loaded', 'unresolved'],
        ['The server did not confirm the ticket, and it is not in the list', 'absent'],
      ].find(([beginning]) => said.startsWith(beginning ?? ''));
      return {
        // The reply to a ticket is another form.
        isOpen: form !== null && form.querySelector('fieldset') !== null,
        isBusy: form?.querySelector('fieldset')?.disabled ?? false,
        button: form?.querySelector('fieldset') ? (button?.textContent ?? null) : null,
        said: known?.[1] ?? (said === '' ? null : said),
      };
    }),
  unreachable: {
    'ticketList | filter.changed#0 -> (stay)': 'how the list is looked at: tests/e2e/support.spec.ts',
    'ticketList | filter.cleared#0 -> (stay)': 'how the list is looked at: tests/e2e/support.spec.ts',
    'ticketList | search.changed#0 -> (stay)': 'how the list is looked at: tests/e2e/support.spec.ts',
    'ticketList | page.chosen#0 [isPage] -> (stay)': 'how the list is looked at: tests/e2e/support.spec.ts',
    'ticketList | size.chosen#0 -> (stay)': 'how the list is looked at: tests/e2e/support.spec.ts',
    'ticketList | user.compose#0 -> (stay)': 'the button is off while the form is open',
    'ticketList.composing.taking | ticket.opened#0 -> ticketList.browsing':
      'a ticket is chosen beside the form: tests/e2e/support.spec.ts',
  },
});

const REFRESH = 'Refresh messages';
const say = (key: string): string => english('support', `ticket.${key}`);

walkScreen({
  // Shorter conversations show less of the same.
  model: { ...ticketModel, variants: ticketModel.variants.filter(({ name }) => name !== 'no comment yet') },
  calls: /\/support\/tickets\/(?:get|comment|comments)\//,
  // Blank texts are not sent, and the box is locked while sending and gone on a closed ticket.
  happens: (name, snapshot) => {
    const { conversation } = snapshot.context;
    if (name.includes('too many') && snapshot.context.reply?.isAgain !== true) return false;
    if (/^(edit|reply|reply again)$/.test(name)) {
      const isBusy = snapshot.hasTag('sending') || snapshot.hasTag('unknown');
      return conversation?.ticket.status === 'open' && !isBusy;
    }
    if (name === 'showEarlier') return (conversation?.hidden ?? 0) > 0;
    if (name === 'hideEarlier') return (conversation?.comments.length ?? 0) > 20;
    return !/^(reply with blanks|another reply)$/.test(name);
  },
  key: ({ value, context }) => [
    value,
    context.reply?.isAgain ?? null,
    context.absent !== null,
    context.attempt,
    context.conversation?.ticket.status,
    context.conversation?.hidden === 0,
  ],
  open: async (page) => {
    await pretendSession(page, {});
    await answerList(page);
    await openStopped(page, `/support/${ID}`, page.getByText('Loading the ticket…'));
  },
  gestures: {
    refresh: (page) =>
      page
        .getByRole('button', { name: /^(Refresh messages|Retry)$/ })
        .first()
        .click(),
    showEarlier: (page) => new Support(page).button('Show earlier messages').click(),
    hideEarlier: (page) => new Support(page).button('Hide earlier messages').click(),
    edit: (page) => new Support(page).reply.fill('x'),
    reply: (page) => new Support(page).send(TEXT),
    'reply again': (page) => new Support(page).send(TEXT),
    checkAgain: async (page) => {
      looksAgain(page);
      await new Support(page).button('Check again').click();
    },
    leave: (page) => new Support(page).button('Back to the reply').click(),
  },
  timers: { freshFor: pauseOf(10_000, /tickets\/get\//), retryPause: pauseOf(4000, /tickets\/get\//) },
  answers: answerSearches(/tickets\/comments\//, ['found', 'not there', 'forbidden', 'cannot be read']),
  facts: (snapshot) => {
    const { conversation, refusal, failure, absent } = snapshot.context;
    const isClosed = conversation?.ticket.status === 'closed';
    const isSending = snapshot.hasTag('sending');
    const isUnknown = snapshot.hasTag('unknown');
    const isReading = snapshot.hasTag('reading') && conversation !== null;
    const isUnresolved = snapshot.matches({ shown: 'unresolved' });
    const isOver = isClosed && !isSending && !isUnknown;
    const off = (name: string, isOff: boolean): string => (isOff ? `${name} (disabled)` : name);
    const buttons = [
      'Copy ticket ID',
      isReading ? REFRESH : off(REFRESH, isSending || isUnknown),
      ...((conversation?.hidden ?? 0) > 0 ? [off('Show earlier messages', isReading)] : []),
      ...((conversation?.comments.length ?? 0) > 20 ? [off('Hide earlier messages', isReading)] : []),
      ...(isUnresolved ? ['Check again'] : []),
      ...(isUnknown ? ['Back to the reply'] : []),
      ...(isOver ? [] : [isSending ? 'Sending… (disabled)' : off('Send reply', isUnknown)]),
    ];
    const turn = (conversation?.comments.at(-1)?.isOwn ?? true) ? say('turn.support') : say('turn.user');
    const said =
      conversation === null
        ? snapshot.matches('missing')
          ? say('missing')
          : snapshot.matches('failed')
            ? `${say('failed')} | ${failure?.text ?? (failure?.code === 'unreadable' ? UNREADABLE : UNREACHABLE)}`
            : say('loading')
        : [
            ...(isOver ? [say('closed')] : []),
            ...(refusal && !isOver && !isSending && !isUnknown ? [refusal.text ?? refusal.code] : []),
            ...(absent ? [say('absentOnce')] : []),
            ...(isUnresolved ? [say('unresolved')] : isUnknown ? [say('looking')] : []),
          ].join(' | ');
    return {
      isReading,
      buttons: conversation === null ? (snapshot.matches('failed') ? 'Retry' : '') : buttons.join(', '),
      head: conversation
        ? `Where?${isClosed ? 'Closed' : `Open${turn}`}DepositOpened Jan 5, 2026, 12:00 UTCID ${shortId(ID)}`
        : '',
      messages: conversation
        ? [
            'YouJan 5, 2026, 12:00 UTC | It is late.',
            ...conversation.comments.map(
              ({ isOwn, content }) => `${isOwn ? 'You' : 'Support'}Jan 5, 2026, 12:00 UTC | ${content}`,
            ),
            ...(failure === null ? [] : [say('stale')]),
          ].join(' | ')
        : '',
      said,
      locked: isSending || isUnknown ? 'Reply' : '',
    };
  },
  read: async (page) => {
    const pane = page.locator('main article');
    const isReading = (await pane.locator('[aria-busy="true"]').count()) > 0;
    const buttons = await pane.evaluateAll(readButtons);
    const form = pane.locator('form');
    const said = await ((await form.count()) > 0 ? form : pane).evaluateAll(readTexts);
    // No state shows whether something was typed before the ticket was closed.
    const isKept = said.includes(say('unsent'));
    return {
      isReading,
      // The page also reads by itself, and shows nothing then.
      buttons: isReading ? buttons.replace(/Refresh[^,]*/, REFRESH) : buttons,
      head: await pane.evaluateAll(readTexts, 'header'),
      messages: await pane.locator('[role="log"]').evaluateAll(readTexts),
      said: said.replace(` | ${say('unsent')}`, ''),
      locked: isKept ? '' : await form.evaluateAll(readLocked),
    };
  },
});
