import { afterAll, beforeAll } from 'vitest';
import { sessionImplementations } from '../../../src/machines/session/session.actors.ts';
import { sessionMachine, type StoredSession } from '../../../src/machines/session/session.machine.ts';
import { calls } from '../../../src/services/contract/index.ts';
import type { PageFact } from '../../../src/services/page.ts';
import { createSessionStore } from '../../../src/services/sessionStore.ts';
import type { TabNews } from '../../../src/services/tabs.ts';
import { sessionModel } from '../../models/session.model.ts';
import { ANN, ANN_LONGER, BEN, HOUR, NOW } from '../../models/session.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Fault, type Visitor, type WalkedVenue } from './tools/visitor.ts';

type Machine = typeof sessionMachine;

let venue: WalkedVenue;
let ann: Visitor;
let ben: Visitor;
beforeAll(async () => {
  venue = await startWalkedVenue();
  ann = await newVisitor(venue);
  ben = await newVisitor(venue);
});
afterAll(() => venue.close());

/** The session of the model, as a user of the venue has it. */
const of = ({ id, email, username }: Visitor, session: StoredSession): StoredSession => ({
  ...session,
  user: { ...session.user, id, email, username },
});

async function open(isAnnIn: boolean): Promise<VenueWorld<Machine>> {
  await ann.call('/sandbox/reset-limits', {});
  await ann.comeBack();
  /** Whose cookie the browser has. */
  let holder = ann;
  let current = (): StoredSession | null => null;
  const userId = (): string | null => current()?.user.id ?? null;
  let unauthorized = (): void => undefined;
  /** The open page ends all sessions, and says so itself (FORGOT-04). */
  let isSaidHere = false;
  const network = heldNetwork({
    origin: venue.origin,
    browser: () => holder.browser,
    accountId: userId,
    onUnauthorized: () => unauthorized(),
  });
  /** Another call of the page, such as the balances. */
  const others = heldNetwork({
    origin: venue.origin,
    browser: () => holder.browser,
    onUnauthorized: () => unauthorized(),
  });
  const wallClock = new TestClock(NOW);
  const pageListeners = new Set<(fact: PageFact) => void>();
  const tabListeners = new Set<(message: TabNews) => void>();
  const store = createSessionStore(memoryStorage());
  const stored = isAnnIn ? of(ann, ANN) : null;
  if (stored) store.write(stored);
  const listening =
    <T>(listeners: Set<T>) =>
    (hear: T) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    };
  const say = (fact: PageFact): undefined => {
    for (const hear of pageListeners) hear(fact);
  };
  const tell = (message: TabNews): undefined => {
    for (const hear of tabListeners) hear(message);
  };
  const signedInElsewhere = (visitor: Visitor, modelled: StoredSession) => () => {
    const here = current()?.user;
    const there = of(visitor, modelled);
    // Tabs share storage: the user stored there is the one that the venue has reported here.
    const session = here?.id === visitor.id ? { ...there, user: here } : there;
    store.write(session);
    return tell({ type: 'signedIn', session });
  };
  /** The model names Ann's first session. */
  const saidElsewhere = (type: 'signedOut' | 'sessionEnded'): undefined => {
    store.clear(null);
    return tell({ type, session: of(ann, ANN) });
  };
  const hold = (visitor: Visitor) => async (): Promise<void> => {
    holder = visitor;
    await visitor.comeBack();
  };
  const refused = async (): Promise<undefined> => {
    await holder.leave();
    void others.http.send(calls.balances, {});
    await others.release();
  };
  const ordered = (call: string, fault: Fault) => async (): Promise<void> => {
    await holder.comeBack();
    await holder.fail(call, fault);
  };
  return {
    machine: sessionMachine.provide(
      sessionImplementations({
        http: network.http,
        store,
        clock: wallClock,
        drafts: { hold: () => undefined, forget: () => undefined },
        page: { listen: listening(pageListeners) },
        tabs: { tell: () => undefined, listen: listening(tabListeners) },
      }),
    ),
    input: { stored },
    clock: new TestClock(),
    network,
    attach: (actor) => {
      current = () => (actor.getSnapshot() as { context: { session: StoredSession | null } }).context.session;
      unauthorized = () => actor.send({ type: 'server.unauthorized', ...(isSaidHere && { isSaidHere }) });
    },
    events: {
      'log in as Ann': () => ({ type: 'login.succeeded', session: of(ann, ANN) }),
      'log in as Ben': () => ({ type: 'login.succeeded', session: of(ben, BEN) }),
      '401': refused,
      '401, on a page that says so': async () => {
        isSaidHere = true;
        await refused();
        isSaidHere = false;
        return undefined;
      },
      doubt: () => say('online'),
      slept: () => say('woke'),
      'ends soon': () => {
        const before = wallClock.now();
        wallClock.advanceToNext();
        wallClock.jump(before - wallClock.now());
        return undefined;
      },
      over: () => {
        wallClock.jump(3 * HOUR);
        say('online');
        wallClock.jump(-3 * HOUR);
        return undefined;
      },
      'other tab: Ann': signedInElsewhere(ann, ANN),
      'other tab: Ann, longer': signedInElsewhere(ann, ANN_LONGER),
      'other tab: Ben': signedInElsewhere(ben, BEN),
      'other tab: out': () => saidElsewhere('signedOut'),
      'other tab: gone': () => saidElsewhere('sessionEnded'),
      'removed elsewhere': () => {
        store.clear(null);
        return tell({ type: 'sessionGone' });
      },
      '401, removed elsewhere': () => ({ type: 'server.unauthorized', kept: null }),
      '401, Ben elsewhere': () => ({ type: 'server.unauthorized', kept: of(ben, BEN) }),
    },
    outcomes: {
      'validate: Ann': hold(ann),
      'validate: Ben': hold(ben),
      'validate: refused': ordered('me', 429),
      'validate: server down': ordered('me', 503),
      'validate: silence': async () => 'silence',
      'signOut: done': () => hold(userId() === ann.id ? ann : ben)(),
      'signOut: refused': async () => hold(userId() === ann.id ? ben : ann)(),
      'signOut: server down': ordered('logout', 500),
      'signOut: no answer': ordered('logout', 'refuse'),
    },
  };
}

walkAtVenue({
  model: sessionModel,
  variants: [
    { of: 'Ann came back', open: () => open(true) },
    { of: 'visitor', open: () => open(false) },
  ],
  key: ({ value, context: { session } }) => ({
    value,
    user: session?.user.username,
    until: session?.expiresAt,
  }),
  cannot: {
    'validate: Ann, renamed': 'the venue lets nobody change a name',
    'validate: unreadable': 'every answer of the venue can be read',
  },
});
