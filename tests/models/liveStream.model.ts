import { liveStreamImplementations } from '../../src/machines/live/live.actors.ts';
import { liveStreamMachine, type LiveStreamContext } from '../../src/machines/live/liveStream.machine.ts';
import type { LiveFrame } from '../../src/services/contract/live.ts';
import type { LiveReader } from '../../src/services/live/readers.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { recordEmitted } from './tools/ports.ts';
import { scriptedPage } from './tools/scriptedPage.ts';
import { scriptedSocket } from './tools/scriptedSocket.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof liveStreamMachine;
type Context = LiveStreamContext;
type Snapshot = ReturnType<Machine['getInitialSnapshot']>;

const TOPIC = 'account';
const MISSING = new Error('no such file');

/** All of a whole frame; after an update, the known parts too. */
const read: LiveReader = (known, { text }) =>
  text === undefined ? null : known === null ? text : 'a snapshot, and more';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const clock = new TestClock();
  const timers = new TestClock();
  let isVisible = true;
  const listeners = new Set<(fact: never) => unknown>();
  const listen = (hear: (fact: never) => unknown) => {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  };
  const { page, say: sayOfPage } = scriptedPage({ isVisible: () => isVisible });
  const link = scriptedSocket('lost', ({ type }) => {
    effects.push(type);
    // Each subscription starts without a link here; the unit tests have it the other way.
    if (type === 'subscription.removed') link.say('lost');
  });
  let hear: (frame: LiveFrame) => unknown = () => undefined;
  let refuse: () => unknown = () => undefined;
  let loading: { come: (reader: LiveReader) => void; fail: (error: Error) => void } | null = null;
  let sequence = 10;
  const frame = (given: Partial<LiveFrame>, text?: unknown): void => {
    const payload = text === undefined ? {} : { text };
    const previousSequence = sequence;
    sequence += 1;
    hear({
      kind: 'live',
      topic: TOPIC,
      isSnapshot: false,
      isWhole: false,
      sequence,
      previousSequence,
      payload,
      ...given,
    });
  };
  return {
    machine: liveStreamMachine.provide(
      liveStreamImplementations({
        hub: {
          onLive: (_topic, listener) => {
            hear = listener;
            return listen(listener);
          },
          onAuthRequired: (listener) => {
            refuse = listener;
            return listen(listener);
          },
        },
        socket: link.socket,
        page,
        clock: timers,
        log: {
          defect: (where) => void effects.push(`defect ${where}`),
          warning: (message) => void effects.push(`warning ${message}`),
        },
        load: (topic) =>
          new Promise((come, fail) => {
            effects.push(`load ${topic}`);
            loading = { come, fail };
          }),
      }),
    ),
    clock,
    settle: (_id, { error }) => (error === undefined ? loading?.come(read) : loading?.fail(MISSING)),
    drive: {
      'page.left': () => {
        isVisible = false;
        sayOfPage('hidden');
        timers.advanceToNext();
      },
      'page.back': () => {
        isVisible = true;
        sayOfPage('visible');
      },
      'link.connected': () => link.say('connected'),
      'link.lost': () => link.say('lost'),
      'frames.snapshot': ({ data }) => frame({ isSnapshot: true, isWhole: true }, data),
      'frames.update': ({ data }) => frame({ isWhole: data === 'all anew' }, data),
      'frames.gap': () => frame({ previousSequence: sequence - 1 }, 'later'),
      'frames.unreadable': () => frame({ isSnapshot: true, isWhole: true }),
      'frames.refused': () => refuse(),
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [
      ...[...listeners, ...Array.from({ length: link.heard() })].map(() => 'a listener'),
      ...(timers.pending > 0 ? ['a timer'] : []),
    ],
  };
}

const isIn = (states: RegExp) => (snapshot: Snapshot) => states.test(JSON.stringify(snapshot.value));
const isLinked = isIn(/awaited|settled|silent|owed/);
const isKnown = ({ context }: Snapshot): boolean => context.data !== null;
const openIn = ({ requested, answered }: Context): number => requested - answered;

const events: readonly EventCase<Machine>[] = [
  { name: 'come', says: 'a reader appears', event: { type: 'reader.came' } },
  { name: 'leave', says: 'the last reader leaves', event: { type: 'reader.left' } },
  { name: 'distrust', says: 'a reader knows something newer', event: { type: 'reader.distrusts' } },
  {
    name: 'nobody looks',
    says: 'the page has been hidden for a minute',
    event: { type: 'page.left' },
    when: isIn(/loading|missing|following/),
  },
  {
    name: 'somebody looks',
    says: 'the page is seen again',
    event: { type: 'page.back' },
    when: isIn(/away/),
  },
  {
    name: 'link',
    says: 'the socket has a link',
    event: { type: 'link.connected' },
    when: (snapshot) => isIn(/unlinked/)(snapshot) && openIn(snapshot.context) < 2,
  },
  { name: 'no link', says: 'the link is lost', event: { type: 'link.lost' }, when: isLinked },
  {
    name: 'snapshot',
    says: 'a snapshot comes',
    event: { type: 'frames.snapshot', data: 'a snapshot' },
    when: isLinked,
  },
  {
    name: 'update',
    says: 'an update comes',
    event: { type: 'frames.update', data: 'a snapshot, and more' },
    when: isKnown,
  },
  {
    name: 'whole update',
    says: 'an update comes that holds everything',
    event: { type: 'frames.update', data: 'all anew' },
    when: isKnown,
  },
  {
    name: 'gap',
    says: 'an update comes that does not follow the last one',
    event: { type: 'frames.gap' },
    when: isKnown,
  },
  {
    name: 'unreadable',
    says: 'a frame comes that cannot be read',
    event: { type: 'frames.unreadable' },
    when: isLinked,
  },
  { name: 'refused', says: 'the server wants a session', event: { type: 'frames.refused' }, when: isLinked },
];

type Pause = 'over' | 'resting';
const following = (snapshot: string, pause: Pause): string =>
  `used.following.snapshot.${snapshot} & pause.${pause}`;
const FOLLOWING = 'used.following*';
const LINKED = ['awaited', 'settled', 'silent', 'owed'] as const;

const lost = ({ data }: Context): readonly string[] => (data === null ? [] : ['lost {}']);
const NOTHING = { data: null };
/** A request now, or after the pause. */
const asks = (pause: Pause): string => following(pause === 'over' ? 'awaited' : 'owed', 'resting');
const asking = (pause: Pause): readonly string[] => (pause === 'over' ? ['subscription.renewed'] : []);
const answeredBy = ({ answered, requested }: Context): number => Math.min(answered + 1, requested);
const isStill = (context: Context): boolean => context.distrusted >= answeredBy(context);
const tells = (data: unknown, answered: number): string => `data ${JSON.stringify({ answered, data })}`;

const ONCE = 'LIVE-07: subscribed to once for all';
const ASK = 'LIVE-08: a snapshot is asked for that is newer';

/** Whatever becomes of the pause. */
const inBoth = (rows: (pause: Pause) => readonly Row<Context>[]): readonly Row<Context>[] =>
  (['over', 'resting'] as const).flatMap(rows);

const requirements: readonly Row<Context>[] = [
  { ref: ONCE, in: '', on: '(start)', to: 'unused' },
  {
    ref: ONCE,
    in: 'unused',
    on: 'come',
    to: 'used.loading',
    does: () => [`load ${TOPIC}`],
    sets: () => ({ hasReopened: false }),
  },
  {
    ref: ONCE,
    in: FOLLOWING,
    on: 'leave',
    to: 'unused',
    does: (context) => [...lost(context), 'subscription.removed'],
    sets: () => NOTHING,
  },
  { ref: ONCE, in: 'used*', on: 'leave', to: 'unused' },
  {
    ref: 'LIVE-01',
    in: 'used.loading',
    on: 'code: comes',
    to: following('unlinked', 'over'),
    does: () => ['subscription.added'],
  },
  {
    ref: 'LIVE-07: reads go on until it begins',
    in: 'used.loading',
    on: 'code: does not come',
    to: 'used.missing',
    does: () => ['defect live stream'],
  },
  {
    ref: 'LIVE-07: not for a page that nobody sees',
    in: FOLLOWING,
    on: 'nobody looks',
    to: 'used.away',
    does: (context) => [...lost(context), 'subscription.removed'],
    sets: () => NOTHING,
  },
  {
    ref: 'LIVE-07: not for a page that nobody sees',
    in: ['used.loading', 'used.missing'],
    on: 'nobody looks',
    to: 'used.away',
  },
  {
    ref: 'LIVE-07: not for a page that nobody sees',
    in: 'used.away',
    on: 'somebody looks',
    to: 'used.loading',
    does: () => [`load ${TOPIC}`],
  },
  ...inBoth((pause) => [
    {
      ref: 'LIVE-01',
      in: following('unlinked', pause),
      on: 'link',
      to: following('awaited', pause),
      sets: ({ requested }) => ({ requested: requested + 1 }),
    },
    {
      ref: 'LIVE-07: it is lost with its link',
      in: LINKED.map((state) => following(state, pause)),
      on: 'no link',
      to: following('unlinked', pause),
      does: lost,
      sets: ({ requested }) => ({ ...NOTHING, answered: requested }),
    },
    {
      ref: ASK,
      in: LINKED.map((state) => following(state, pause)),
      on: 'snapshot',
      if: isStill,
      to: asks(pause),
      does: (context) => [tells('a snapshot', answeredBy(context)), ...asking(pause)],
      sets: (context) => ({
        data: 'a snapshot',
        answered: answeredBy(context),
        requested: context.requested + asking(pause).length,
      }),
    },
    {
      ref: 'LIVE-01',
      in: LINKED.map((state) => following(state, pause)),
      on: 'snapshot',
      to: following('settled', pause),
      does: (context) => [tells('a snapshot', answeredBy(context))],
      sets: (context) => ({ data: 'a snapshot', answered: answeredBy(context), hasReopened: false }),
    },
    {
      ref: 'LIVE-01: an update is missing',
      in: following('settled', pause),
      on: 'gap',
      to: asks(pause),
      does: (context) => [...lost(context), ...asking(pause)],
      sets: ({ requested }) => ({ ...NOTHING, requested: requested + asking(pause).length }),
    },
    {
      ref: 'LIVE-07: reads go on',
      in: LINKED.map((state) => following(state, pause)),
      on: 'unreadable',
      to: following('silent', pause),
      does: (context) => [`warning ${TOPIC}: a frame of the stream cannot be read`, ...lost(context)],
      sets: () => NOTHING,
    },
    {
      ref: 'LIVE-06: the link may be older than the session, once',
      in: LINKED.map((state) => following(state, pause)),
      on: 'refused',
      to: following('silent', pause),
      does: (context) => [...lost(context), ...(context.hasReopened ? [] : ['session.changed'])],
      sets: () => ({ ...NOTHING, hasReopened: true }),
    },
    {
      ref: ASK,
      in: following('settled', pause),
      on: 'distrust',
      to: asks(pause),
      does: () => asking(pause),
      sets: ({ requested }) => ({ distrusted: requested, requested: requested + asking(pause).length }),
    },
  ]),
  { ref: ASK, in: 'used*', on: 'distrust', sets: ({ requested }) => ({ distrusted: requested }) },
  {
    ref: 'LIVE-01',
    in: FOLLOWING,
    on: ['update', 'whole update'],
    does: ({ answered }, { data }) => [tells(data, answered)],
    sets: (_, { data }) => ({ data }),
  },
  { ref: 'LIVE-01: an update is missing', in: FOLLOWING, on: 'gap', does: lost, sets: () => NOTHING },
  {
    ref: 'LIVE-07: a snapshot that does not come is asked for again',
    in: following('awaited', 'over'),
    on: 'after askLimit',
    says: 'no snapshot has come for ten seconds',
    to: following('awaited', 'resting'),
    after: 10_000,
    does: () => asking('over'),
    sets: ({ requested }) => ({ requested: requested + 1 }),
  },
  {
    ref: ASK,
    in: following('owed', 'resting'),
    on: 'after askPause',
    says: 'the last request is a quarter of a second old',
    to: following('awaited', 'resting'),
    after: 250,
    does: () => asking('over'),
    sets: ({ requested }) => ({ requested: requested + 1 }),
  },
  ...['unlinked', 'awaited', 'settled', 'silent'].map((state): Row<Context> => ({
    ref: ASK,
    in: following(state, 'resting'),
    on: 'after askPause',
    to: following(state, 'over'),
    after: 250,
  })),
];

export const liveStreamModel: MachineModel<Machine> = {
  name: 'liveStream',
  machine: liveStreamMachine,
  // The counts themselves grow for ever.
  key: ({ value, context }) => ({
    value,
    data: context.data,
    open: openIn(context),
    distrusted: Math.max(context.distrusted - context.answered, -1),
    hasReopened: context.hasReopened,
  }),
  states: {
    unused: 'nobody reads it',
    'used.loading': 'its code is loaded',
    'used.missing': 'its code did not come',
    'used.away': 'nobody sees the page',
    'used.following.snapshot.unlinked': 'the socket has no link',
    'used.following.snapshot.awaited': 'a snapshot is awaited',
    'used.following.snapshot.settled': 'the data is known',
    'used.following.snapshot.silent': 'the stream says nothing that can be used',
    'used.following.snapshot.owed': 'a snapshot will be asked for',
    'pause.over': 'a snapshot may be asked for',
    'pause.resting': 'the last request is less than a quarter of a second old',
  },
  variants: [
    {
      name: 'the account',
      input: { topic: TOPIC },
      events,
      outcomes: {
        code: [
          { name: 'comes', says: 'its code comes', done: undefined },
          { name: 'does not come', says: 'its code does not come', error: MISSING },
        ],
      },
      timer: ({ value, context }, name) =>
        name === 'askPause' || (openIn(context) < 2 && JSON.stringify(value).includes('over')),
      sut,
    },
  ],
  requirements,
};
