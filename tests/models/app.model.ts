import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import { appImplementations } from '../../src/machines/app/app.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { appMachine, type AppContext } from '../../src/machines/app/app.machine.ts';
import { sessionMachine, type SessionEvent } from '../../src/machines/session/session.machine.ts';
import { socketMachine, type SocketEvent } from '../../src/machines/socket/socket.machine.ts';
import * as selectors from '../../src/machines/app/app.machine.ts';
import type { PageFact } from '../../src/services/page.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof appMachine;
type Ending = Outcome<SnapshotFrom<Machine>>;

const down: Failure = { status: 503, code: 'server', retryable: true, cause: 'markets 503' };
const busy: Failure = { status: 429, code: 'tooMany', retryable: true, retryAfter: 7 };

const askService: readonly Ending[] = [
  { name: 'back', reply: { status: 200, body: {} }, done: null },
  { name: 'refuses politely', reply: { status: 403, body: { message: 'Not for you' } }, done: null },
  { name: 'still down', reply: { status: 503, body: undefined }, error: new OutageError(down) },
  { name: 'too busy', reply: { status: 429, body: {}, retryAfter: 7 }, error: new OutageError(busy) },
  {
    name: 'no answer',
    reply: 'noAnswer',
    error: new OutageError({ code: 'unreachable', retryable: true, cause: 'TypeError' }),
  },
];
const NO_WORDS = new Error('no words could be loaded');
const words = (language: string): readonly Ending[] => [
  { name: language, done: language },
  { name: 'no words', error: NO_WORDS },
];
/** The defect of a part is reported, and the page continues without it. */
const breaks: readonly Ending[] = [{ name: 'breaks', error: new Error('a defect') }];

const idle = fromCallback<SessionEvent>(() => undefined);
const idleExpiry = fromCallback<SessionEvent, { expiresAt: number }>(() => undefined);
const idlePage = fromCallback<SocketEvent>(() => undefined);

interface Waiting {
  readonly resolve: (language: string) => void;
  readonly reject: (error: Error) => void;
}

export function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const loading: Waiting[] = [];
  const load = (effect: string): Promise<string> => {
    effects.push(effect);
    return new Promise((resolve, reject) => loading.push({ resolve, reject }));
  };
  const listeners = new Set<(fact: PageFact) => void>();
  let send: (event: AnyEvent) => void = () => undefined;
  return {
    machine: appMachine
      .provide(
        appImplementations({
          http: network.http,
          words: { load: () => load('load words'), choose: (language) => load(`load ${language}`) },
          log: { defect: (where) => effects.push(`report ${where}`) },
          page: {
            isVisible: () => true,
            listen: (hear) => {
              listeners.add(hear);
              return () => listeners.delete(hear);
            },
          },
          random: () => 0,
        }),
      )
      // Children have walks of their own.
      .provide({
        actors: {
          session: sessionMachine.provide({
            actors: {
              tabs: idle,
              expiry: idleExpiry,
              validate: fromPromise(() => new Promise(() => undefined)),
            },
          }),
          socket: socketMachine.provide({ actors: { page: idlePage } }),
        },
      }),
    clock: new TestClock(),
    settle: (invokeId, outcome) => {
      if (invokeId === 'askService') network.reply(outcome.reply as Reply);
      else if (invokeId === 'loadWords' || invokeId === 'switchLanguage') {
        const last = loading.pop();
        if ('error' in outcome) last?.reject(outcome.error as Error);
        else last?.resolve(outcome.done as string);
      } else send({ type: `xstate.error.actor.${invokeId}`, error: outcome.error });
    },
    drive: { 'page.returned': () => listeners.forEach((hear) => hear('online')) },
    attach: (actor) => {
      recordEmitted(effects)(actor);
      send = (event) => actor.send(event);
    },
    drain: () => effects.splice(0),
    leaks: () => [...network.open(), ...[...listeners].map(() => 'a listener of the page')],
  };
}

const events: readonly EventCase<Machine>[] = [
  {
    name: 'a screen cannot begin',
    says: 'a screen or an action cannot continue, because the server is down',
    event: { type: 'service.failed' },
  },
  {
    name: 'maintenance opens',
    says: 'a screen asks for the maintenance page',
    event: { type: 'maintenance.entered', back: '/trade/XMR-BTC' },
  },
  {
    name: 'maintenance opens by itself',
    says: 'the maintenance page is opened by its address',
    event: { type: 'maintenance.entered', back: '/' },
  },
  { name: 'maintenance closes', says: 'the maintenance page is left', event: { type: 'maintenance.left' } },
  {
    name: 'network back',
    says: 'the network comes back',
    event: { type: 'page.returned' },
    when: (snapshot) => snapshot.matches({ service: 'maintenance' }),
  },
  { name: 'try again', says: 'the user presses "Try again"', event: { type: 'user.retry' } },
  {
    name: 'choose German',
    says: 'the user chooses German',
    event: { type: 'language.chosen', language: 'de' },
  },
  {
    name: 'choose Russian',
    says: 'the user chooses Russian',
    event: { type: 'language.chosen', language: 'ru' },
  },
];

const SERVICE = ['serving', 'maintenance.waiting', 'maintenance.asking'] as const;
const LANGUAGE = ['loading', 'spoken', 'switching', 'wordless'] as const;
const at = (service: string, language: string): string => `service.${service} & language.${language}`;

type RegionRow = Omit<Row<AppContext>, 'in' | 'to'> & { readonly to?: string };
/** The two regions are independent. */
const service = (from: readonly string[], { to, ...row }: RegionRow): Row<AppContext>[] =>
  from.flatMap((state) =>
    LANGUAGE.map((language) => ({ ...row, in: at(state, language), to: at(to ?? state, language) })),
  );
const language = (from: readonly string[], { to, ...row }: RegionRow): Row<AppContext>[] =>
  from.flatMap((state) => SERVICE.map((one) => ({ ...row, in: at(one, state), to: at(one, to ?? state) })));

const MARKETS = 'GET /api/markets';
const CLOSED = [`abort ${MARKETS}`];
const backIn = (_: AppContext, event: AnyEvent) => ({ back: event.back });
const spokenIn = (_: AppContext, event: AnyEvent) => ({ language: event.output });

const requirements: readonly Row<AppContext>[] = [
  {
    ref: 'NAV-04: app starts everything; language',
    in: '',
    on: '(start)',
    to: at('serving', 'loading'),
    does: () => ['load words'],
    sets: () => ({ language: null, back: '/', wait: 0 }),
  },

  ...service(['serving'], {
    ref: 'CALL-02: 5xx or no answer goes to /maintenance; remembers the way',
    on: 'a screen cannot begin',
    to: 'maintenance.waiting',
    does: () => ['navigate {"remembersWay":true,"replace":true,"to":"/maintenance"}'],
  }),
  ...service(['serving', 'maintenance.waiting'], {
    ref: 'CALL-02: remembers the way',
    on: ['maintenance opens', 'maintenance opens by itself'],
    to: 'maintenance.waiting',
    sets: backIn,
  }),
  ...service(['maintenance.asking'], {
    ref: 'CALL-02: remembers the way',
    on: ['maintenance opens', 'maintenance opens by itself'],
    sets: backIn,
  }),
  ...service(['maintenance.waiting'], {
    ref: 'PUBLIC-14: /maintenance is a page like others',
    on: 'maintenance closes',
    to: 'serving',
  }),
  ...service(['maintenance.asking'], {
    ref: 'PUBLIC-14: /maintenance is a page like others',
    on: 'maintenance closes',
    to: 'serving',
    does: () => CLOSED,
  }),
  ...service(['maintenance.waiting'], {
    ref: 'PUBLIC-14: Try again',
    on: 'try again',
    to: 'maintenance.asking',
    does: () => [MARKETS],
  }),
  ...service(['maintenance.waiting'], {
    ref: 'CALL-02: leads back',
    on: 'after askPause',
    says: 'the pause before the next question is over',
    to: 'maintenance.asking',
    does: () => [MARKETS],
    after: ({ wait }) => Math.max(2000, wait * 1000),
  }),
  ...service(['maintenance.waiting'], {
    ref: 'PUBLIC-23: at once when the network is back',
    on: 'network back',
    to: 'maintenance.asking',
    does: () => [MARKETS],
  }),
  ...service(['maintenance.asking'], {
    ref: 'PUBLIC-23: at once when the network is back',
    on: 'network back',
    does: () => [...CLOSED, MARKETS],
  }),
  ...service(['maintenance.asking'], {
    ref: 'CALL-02: leads back',
    on: ['askService: back', 'askService: refuses politely'],
    to: 'serving',
    does: ({ back }) => [`navigate {"replace":true,"to":"${back}"}`],
  }),
  ...service(['maintenance.asking'], {
    ref: 'CALL-02: 5xx or no answer',
    on: ['askService: still down', 'askService: no answer'],
    to: 'maintenance.waiting',
    sets: ({ back }) => ({ back, wait: 0 }),
  }),
  ...service(['maintenance.asking'], {
    ref: 'PUBLIC-23: no sooner than a busy server asks for',
    on: 'askService: too busy',
    to: 'maintenance.waiting',
    sets: ({ back }) => ({ back, wait: 7 }),
  }),

  ...language(['loading'], {
    ref: 'NAV-04: language detection',
    on: 'loadWords: en',
    says: 'the English words have come',
    to: 'spoken',
    sets: spokenIn,
  }),
  ...language(['loading'], {
    ref: 'NAV-07: translation loading fails',
    on: 'loadWords: no words',
    says: 'no words can be loaded',
    to: 'wordless',
    does: () => ['report words'],
    sets: () => ({ language: null }),
  }),
  ...language(['spoken', 'switching'], {
    ref: 'NAV-04: the choice',
    on: 'choose German',
    to: 'switching',
    does: () => ['load de'],
  }),
  ...language(['spoken', 'switching'], {
    ref: 'NAV-04: the choice',
    on: 'choose Russian',
    to: 'switching',
    does: () => ['load ru'],
  }),
  ...language(['switching'], {
    ref: 'NAV-04: the choice',
    on: 'switchLanguage: de',
    says: 'the German words have come',
    to: 'spoken',
    sets: spokenIn,
  }),
  ...language(['switching'], {
    ref: 'NAV-07: translation loading fails',
    on: 'switchLanguage: no words',
    says: 'the words of the other language cannot be loaded',
    to: 'spoken',
    does: () => ['toast {"key":"toast.languageFailed","kind":"error"}'],
    sets: ({ language: before }) => ({ language: before }),
  }),

  ...(['notices', 'session', 'socket'] as const).map((part): Row<AppContext> => ({
    ref: 'CALL-11: a part that breaks is reported',
    in: '*',
    on: `${part}: breaks`,
    does: () => [`report ${part}`],
  })),
];

export const appModel: MachineModel<Machine> = {
  name: 'app',
  machine: appMachine,
  states: {
    'service.serving': 'the server answers as far as is known',
    'service.maintenance.waiting': 'the maintenance page is shown',
    'service.maintenance.asking':
      'the maintenance page is shown, and the server is being asked whether it is back',
    'language.loading': 'the words are being loaded',
    'language.spoken': 'the page speaks its language',
    'language.switching': 'the page speaks its language while the words of another one are being loaded',
    'language.wordless': 'the page shows what it can without words',
  },
  services: {
    askService: 'the question whether the server is back',
    notices: 'the part for notices',
    session: 'the part for the session',
    socket: 'the part for the connection',
  },
  endings: {
    back: 'shows that it is',
    'refuses politely': 'is refused politely: it is back',
    'still down': 'shows that it is still down',
    'too busy': 'shows that it is too busy',
  },
  variants: [
    {
      name: 'a page',
      input: { stored: null },
      events,
      outcomes: {
        askService,
        loadWords: words('en'),
        switchLanguage: words('de'),
        notices: breaks,
        session: breaks,
        socket: breaks,
      },
      sut,
    },
  ],
  requirements,
  invariant: (snapshot) => {
    const isBusy =
      snapshot.matches({ service: { maintenance: 'asking' } }) || snapshot.matches({ language: 'switching' });
    return snapshot.hasTag('busy') === isBusy ? undefined : 'busy is said at the wrong time';
  },
  selectors: {
    from: selectors,
    rules: { hasTexts: /language\.(spoken|switching)/, lacksTexts: /language\.wordless/ },
  },
  tags: { busy: /maintenance\.asking|language\.switching/ },
};
