import type { SnapshotFrom } from 'xstate';
import { socketImplementations } from '../../src/machines/socket/socket.actors.ts';
import { bookTopic, type Topic } from '../../src/machines/socket/socket.rules.ts';
import { socketMachine, type SocketContext } from '../../src/machines/socket/socket.machine.ts';
import type { PageFact } from '../../src/services/page.ts';
import type { SocketHandlers } from '../../src/services/socket/link.ts';
import * as selectors from '../../src/machines/socket/socket.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { textHub } from './tools/textHub.ts';

type Machine = typeof socketMachine;
type Case = EventCase<Machine>;

const BOOK = bookTopic('XMR-BTC');

const count = (context: SocketContext, topic: Topic): number => context.subscriptions[topic] ?? 0;

const plain = (
  ...types: readonly (
    | 'user.reconnect'
    | 'session.changed'
    | 'route.changed'
    | `page.${Exclude<PageFact, 'hidden' | 'woke' | 'clockSet'>}`
  )[]
): Case[] => types.map((type) => ({ name: type, event: { type } }));

const ofLink: Case[] = [
  {
    name: 'link.opened',
    says: 'the connection is there',
    event: { type: 'link.opened' },
    when: (s) => s.matches({ linked: 'connecting' }),
  },
  {
    name: 'link.closed',
    says: 'the server closes the connection',
    event: { type: 'link.closed' },
    when: (s) => s.matches('linked'),
  },
  {
    name: 'link.failed',
    says: 'the connection breaks',
    event: { type: 'link.failed' },
    when: (s) => s.matches('linked'),
  },
  {
    name: 'link.heard',
    says: 'the server sends something',
    event: { type: 'link.heard' },
    when: (s) => s.matches({ linked: 'connected' }),
  },
  {
    name: 'link.pinged',
    says: 'the server asks whether anybody is there',
    event: { type: 'link.pinged' },
    when: (s) => s.matches({ linked: 'connected' }),
  },
];

/** Subscribers and attempts are independent, and their product is long to walk. */
const ofTopic = (topic: Topic, most: number): Case[] => {
  const when: Case['when'] = (snapshot) => snapshot.context.attempt < 2 || snapshot.matches('exhausted');
  return [
    {
      name: `subscription.added ${topic}`,
      event: { type: 'subscription.added', topic },
      when: (snapshot) => when(snapshot) && count(snapshot.context, topic) < most,
    },
    { name: `subscription.removed ${topic}`, event: { type: 'subscription.removed', topic }, when },
    { name: `subscription.renewed ${topic}`, event: { type: 'subscription.renewed', topic }, when },
  ];
};

const pageAndUser = plain(
  'user.reconnect',
  'session.changed',
  'route.changed',
  'page.online',
  'page.offline',
  'page.visible',
  'page.leaving',
  'page.restored',
);

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const machineClock = new TestClock();
  const wallClock = new TestClock();
  const listeners = new Set<(fact: PageFact) => void>();
  const links = new Set<SocketHandlers>();
  const hub = textHub(wallClock.now);
  const link = (): SocketHandlers => {
    const [open] = links;
    if (!open || links.size > 1) throw new Error(`${links.size} links are open`);
    return open;
  };
  // A refused address ends the link's actor while it starts.
  let sendToMachine: (event: AnyEvent) => void = () => undefined;
  const fact = (event: AnyEvent): void => {
    for (const hear of listeners) hear(event.type.slice('page.'.length) as PageFact);
  };
  return {
    machine: socketMachine.provide(
      socketImplementations({
        openLink: (handlers) => {
          effects.push('open');
          links.add(handlers);
          return {
            send: (frame) => effects.push(`send ${JSON.stringify(frame)}`),
            close: () => {
              effects.push('close');
              links.delete(handlers);
            },
          };
        },
        hub,
        page: {
          isOnline: () => true,
          listen: (hear) => {
            listeners.add(hear);
            return () => listeners.delete(hear);
          },
        },
        clock: wallClock,
        random: () => 0.5,
      }),
    ),
    clock: machineClock,
    settle: (invokeId, { error }) => sendToMachine({ type: `xstate.error.actor.${invokeId}`, error }),
    drive: {
      'link.opened': () => link().opened(),
      'link.closed': () => link().closed(),
      'link.failed': () => link().failed(),
      'link.heard': () => {
        wallClock.jump(1000);
        link().received('{"type":"pong"}');
        // The machine hears of the first frame of a second only.
        link().received('{"type":"success"}');
        link().received('not a frame');
      },
      'link.pinged': () => link().received('{"type":"ping"}'),
      'page.online': fact,
      'page.offline': fact,
      'page.visible': (event) => {
        for (const hear of listeners) hear('hidden');
        fact(event);
      },
      'page.leaving': fact,
      'page.restored': fact,
    },
    attach: (actor) => {
      recordEmitted(effects)(actor);
      sendToMachine = (event) => actor.send(event);
    },
    drain: () => effects.splice(0),
    leaks: () => [
      ...[...links].map(() => 'an open link'),
      ...[...listeners].map(() => 'a listener of the page'),
    ],
  };
}

const has = (context: SocketContext, event: AnyEvent): boolean => count(context, event.topic as Topic) > 0;
const isUsed = ({ subscriptions }: SocketContext): boolean => Object.keys(subscriptions).length > 0;
const mayRetry = ({ attempt }: SocketContext): boolean => attempt < 5;

const send = (type: string, topic?: unknown): string => {
  const pair = topic === BOOK ? { pair_symbol: 'XMR-BTC' } : {};
  const depth = type === 'subscribe_orderbook' ? { depth: 40 } : {};
  return `send ${JSON.stringify({ type, ...pair, ...depth })}`;
};
const feed = (topic: unknown): string => (topic === BOOK ? 'orderbook' : 'fees');
const subscribe = (topic: unknown): string => send(`subscribe_${feed(topic)}`, topic);
const unsubscribe = (topic: unknown): string => send(`unsubscribe_${feed(topic)}`, topic);

const FAILURE = ['link.failed', 'link: address refused'];

const toast = (key: string): string => `toast {"key":"${key}","kind":"error"}`;
const FAILED = toast('toast.socketError');
const GAVE_UP = toast('toast.socketExhausted');

const CONNECTED = 'linked.connected.heartbeat.resting & hearing.listening';
const PINGED = 'linked.connected.heartbeat.unanswered & hearing.listening';
const PROBING = 'linked.connected.heartbeat.resting & hearing.probing';
const PINGED_PROBING = 'linked.connected.heartbeat.unanswered & hearing.probing';
const ANY_CONNECTED = [CONNECTED, PINGED, PROBING, PINGED_PROBING];

const added = (context: SocketContext, event: AnyEvent): Record<string, unknown> => ({
  subscriptions: {
    ...context.subscriptions,
    [String(event.topic)]: count(context, event.topic as Topic) + 1,
  },
});
const removed = (context: SocketContext, event: AnyEvent): Record<string, unknown> => {
  const topic = event.topic as Topic;
  const left = Object.entries({ ...context.subscriptions, [topic]: count(context, topic) - 1 });
  return { subscriptions: Object.fromEntries(left.filter(([, subscribers]) => subscribers > 0)) };
};
const counted = ({ attempt }: SocketContext): Record<string, unknown> => ({ attempt: attempt + 1 });
const fromZero = (): Record<string, unknown> => ({ attempt: 0 });

// With half of the random quarter, 12.5 %.
const pauses = [1125, 2250, 4500, 9000, 18_000];
const pauseOf = ({ attempt }: SocketContext): number => pauses[attempt - 1] ?? Number.NaN;

const requirements: readonly Row<SocketContext>[] = [
  {
    ref: 'SOCKET-01',
    in: '',
    on: '(start)',
    to: 'idle',
    sets: () => ({ subscriptions: {}, attempt: 0, isFirstLink: true }),
  },

  { ref: 'SOCKET-03', in: 'suspended', on: 'page.offline', says: 'the browser reports no network' },
  { ref: 'SOCKET-03', in: 'linked*', on: 'page.offline', to: 'offline', does: () => ['close'] },
  { ref: 'SOCKET-03', in: '*', on: 'page.offline', to: 'offline' },
  {
    ref: 'SOCKET-01',
    in: 'linked*',
    on: 'page.leaving',
    says: 'the page is left',
    to: 'suspended',
    does: () => ['close'],
  },
  { ref: 'SOCKET-01', in: '*', on: 'page.leaving', to: 'suspended' },

  {
    ref: 'SOCKET-02',
    in: 'idle',
    on: 'subscription.added*',
    to: 'linked.connecting',
    does: () => ['open'],
    sets: added,
  },
  {
    ref: 'SOCKET-04',
    in: 'exhausted',
    on: 'subscription.added*',
    to: 'linked.connecting',
    does: () => ['open'],
    sets: (context, event) => ({ ...added(context, event), attempt: 0 }),
  },
  {
    ref: 'SOCKET-02, BOOK-03',
    in: 'linked.connected*',
    on: 'subscription.added*',
    if: (context, event) => !has(context, event),
    does: (_context, event) => [subscribe(event.topic)],
    sets: added,
  },
  { ref: 'SOCKET-02', in: '*', on: 'subscription.added*', sets: added },
  {
    ref: 'SOCKET-02',
    in: 'linked.connected*',
    on: 'subscription.removed*',
    if: (context, event) => count(context, event.topic as Topic) === 1,
    does: (_context, event) => [unsubscribe(event.topic)],
    sets: removed,
  },
  { ref: 'SOCKET-02', in: '*', on: 'subscription.removed*', if: has, sets: removed },
  {
    ref: 'SOCKET-03',
    in: 'linked.connected*',
    on: 'subscription.renewed*',
    if: has,
    does: (_context, event) => [unsubscribe(event.topic), subscribe(event.topic)],
  },

  {
    ref: 'SOCKET-01',
    in: 'linked.connecting',
    on: 'link.opened',
    to: CONNECTED,
    does: ({ subscriptions }) => Object.keys(subscriptions).map(subscribe),
    sets: () => ({ isFirstLink: false }),
  },

  {
    ref: 'LIVE-06: a link belongs to the session that it was opened with',
    in: 'linked*',
    on: 'session.changed',
    says: 'somebody signs in or out',
    to: 'linked.connecting',
    does: () => ['close', 'open'],
  },

  {
    ref: 'SOCKET-06',
    in: 'linked*',
    on: FAILURE,
    if: (context) => context.isFirstLink && mayRetry(context),
    to: 'waiting',
    does: () => ['close', FAILED],
    sets: (context) => ({ ...counted(context), isFirstLink: false }),
  },
  {
    ref: 'SOCKET-01',
    in: 'linked*',
    on: FAILURE,
    if: mayRetry,
    to: 'waiting',
    does: () => ['close'],
    sets: counted,
  },
  { ref: 'SOCKET-01', in: 'linked*', on: FAILURE, to: 'exhausted', does: () => ['close', GAVE_UP] },
  {
    ref: 'SOCKET-01',
    in: 'linked*',
    on: 'link.closed',
    if: mayRetry,
    to: 'waiting',
    does: () => ['close'],
    sets: counted,
  },
  { ref: 'SOCKET-01', in: 'linked*', on: 'link.closed', to: 'exhausted', does: () => ['close', GAVE_UP] },
  ...(
    [
      ['linked.connecting', 'after connectLimit', 10_000, 'SOCKET-01'],
      [[CONNECTED, PINGED], 'after silenceLimit', 45_000, 'SOCKET-03: heartbeat'],
      [[PROBING, PINGED_PROBING], 'after probeLimit', 3000, 'SOCKET-03'],
    ] as const
  ).flatMap(([state, on, after, ref]): Row<SocketContext>[] => [
    { ref, in: state, on, if: mayRetry, to: 'waiting', does: () => ['close'], sets: counted, after },
    { ref, in: state, on, to: 'exhausted', does: () => ['close', GAVE_UP], after },
  ]),
  {
    ref: 'SOCKET-01',
    in: 'waiting',
    on: 'after retryPause',
    says: 'the pause before the next try is over',
    if: isUsed,
    to: 'linked.connecting',
    does: () => ['open'],
    after: pauseOf,
  },
  { ref: 'SOCKET-01', in: 'waiting', on: 'after retryPause', to: 'idle', sets: fromZero, after: pauseOf },

  ...(['user.reconnect', 'page.online', 'page.visible', 'route.changed'] as const).map(
    (on): Row<SocketContext> => ({
      ref: 'SOCKET-04',
      in: ['waiting', 'exhausted'],
      on,
      to: 'linked.connecting',
      does: () => ['open'],
      sets: fromZero,
    }),
  ),
  {
    ref: 'SOCKET-04',
    in: 'offline',
    on: 'user.reconnect',
    says: 'the user presses "Reconnect"',
    to: 'linked.connecting',
    does: () => ['open'],
    sets: fromZero,
  },
  ...(
    [
      ['offline', 'page.online'],
      ['suspended', 'page.restored'],
    ] as const
  ).flatMap(([state, on]): Row<SocketContext>[] => [
    {
      ref: 'SOCKET-03',
      in: state,
      on,
      if: isUsed,
      to: 'linked.connecting',
      does: () => ['open'],
      sets: fromZero,
    },
    { ref: 'SOCKET-01', in: state, on, to: 'idle', sets: fromZero },
  ]),

  { ref: 'SOCKET-03', in: ANY_CONNECTED, on: 'link.heard', to: CONNECTED, sets: fromZero },
  {
    ref: 'SOCKET-08',
    in: ANY_CONNECTED,
    on: 'link.pinged',
    to: CONNECTED,
    does: () => [send('pong')],
    sets: fromZero,
  },
  ...(
    [
      [CONNECTED, PROBING],
      [PINGED, PINGED_PROBING],
    ] as const
  ).map(([state, to]): Row<SocketContext> => ({
    ref: 'SOCKET-01',
    in: state,
    on: ['page.visible', 'page.online'],
    to,
    does: () => [send('ping')],
  })),
  {
    ref: 'SOCKET-01',
    in: CONNECTED,
    on: 'after heartbeat',
    says: 'half a minute has passed since the last question',
    if: isUsed,
    to: PINGED,
    does: () => [send('ping')],
    after: 30_000,
  },
  {
    ref: 'SOCKET-01',
    in: CONNECTED,
    on: 'after heartbeat',
    to: 'idle',
    does: () => ['close'],
    after: 30_000,
  },
];

/** Another delay ends the state before these. */
const timer = (snapshot: SnapshotFrom<Machine>, name: string): boolean => {
  const isProbing = snapshot.matches({ linked: { connected: { hearing: 'probing' } } });
  const isResting = snapshot.matches({ linked: { connected: { heartbeat: 'resting' } } });
  if (name === 'heartbeat') return !isProbing;
  return name !== 'silenceLimit' || isUsed(snapshot.context) || !isResting;
};

export const socketModel: MachineModel<Machine> = {
  name: 'socket',
  machine: socketMachine.provide({}),
  states: {
    idle: 'nobody listens, and there is no connection',
    'linked.connecting': 'the connection is being opened',
    'linked.connected.heartbeat.resting': 'the connection is open',
    'linked.connected.heartbeat.unanswered':
      'the connection is open, and the server was asked whether it lives',
    'hearing.listening': 'nothing speaks against it',
    'hearing.probing': 'it is in doubt, and a quick answer is awaited',
    waiting: 'the connection is lost, and the next try waits',
    exhausted: 'five tries have failed, and "Reconnect" is offered',
    offline: 'there is no network, and nothing is tried',
    suspended: 'the page is left, and there is no connection',
  },
  says: {
    'subscription.added book:XMR-BTC': 'a screen wants the order book of XMR-BTC',
    'subscription.removed book:XMR-BTC': 'a screen wants the order book of XMR-BTC no more',
    'subscription.renewed book:XMR-BTC': 'a screen wants the order book of XMR-BTC anew',
    'subscription.added fees': 'a screen wants the fees',
    'subscription.removed fees': 'a screen wants the fees no more',
    'subscription.renewed fees': 'a screen wants the fees anew',
    'route.changed': 'the user opens another page',
    'page.online': 'the browser reports a network',
    'page.visible': 'the page comes back to the front',
    'page.restored': 'the browser brings the page back as it was',
    'after probeLimit': 'three seconds bring no answer',
    'after silenceLimit': 'nothing was heard for 45 seconds',
    'after connectLimit': 'the connection is not there after ten seconds',
  },
  variants: [
    {
      name: 'one topic',
      events: [...pageAndUser, ...ofLink, ...ofTopic(BOOK, 2)],
      outcomes: {
        link: [
          {
            name: 'address refused',
            says: 'the browser refuses the address of the server',
            error: new DOMException('refused', 'SyntaxError'),
          },
        ],
      },
      sut,
      timer,
    },
    {
      name: 'two topics',
      events: [...ofLink.slice(0, 2), ...ofTopic(BOOK, 1), ...ofTopic('fees', 1)],
      sut,
      timer,
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      linkStatus: [
        [/linked\.connected/, 'connected'],
        [/exhausted/, 'exhausted'],
        [/./, 'lost'],
      ],
      isLinked: [
        [/^(idle|linked)/, true],
        [/./, false],
      ],
      isOffline: [
        [/^offline/, true],
        [/./, false],
      ],
    },
  },
  tags: { failed: /^exhausted/ },
};
