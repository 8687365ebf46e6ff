import { createActor, fromCallback, fromPromise } from 'xstate';
import { readConfig } from '../../../src/app/config.ts';
import { createStaticApp } from '../../../src/app/prerender/staticApp.ts';
import type { App } from '../../../src/machines/app/app.ts';
import { createResources } from '../../../src/machines/resource/resource.actors.ts';
import { sessionMachine, type StoredSession } from '../../../src/machines/session/session.machine.ts';
import type { OfferedCapabilities } from '../../../src/services/contract/capabilities.ts';
import { createPreferences } from '../../../src/services/preferences.ts';
import { succeeded } from '../../../src/domain/result.ts';
import { silentLog } from '../../models/tools/ports.ts';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';
import { configurationWith, only } from './rendered.tsx';
import { someUser } from '../../samples.ts';

/** Every screen shows this moment. */
export const NOW = Date.UTC(2026, 10, 28, 7, 8, 9);

type User = StoredSession['user'];
const USER = someUser({ id: 'u-1', email: 'trader@quietbook.test', username: 'trader' });

/** One call that a screen has sent: its name, and what came with it. */
export type Sent = { readonly name: string } & Readonly<Record<string, unknown>>;

export interface Scene {
  readonly capabilities?: OfferedCapabilities;
  /** By the name of the call: the value that is answered, or what makes the whole answer. The others never answer. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
  /** Null: nobody is signed in. */
  readonly user?: Partial<User> | null | undefined;
  /** Of the server; stays at `NOW` where absent. */
  readonly clock?: App['services']['clock'];
  readonly services?: Partial<App['services']>;
  readonly app?: Partial<App>;
  readonly path?: string;
  readonly state?: unknown;
}

function sessionOf(user: Scene['user']): App['session'] {
  const stored = user === null ? null : { user: { ...USER, ...user }, expiresAt: NOW + 36_000_000 };
  const session = createActor(
    sessionMachine.provide({
      actors: {
        tabs: fromCallback(() => undefined),
        expiry: fromCallback(() => undefined),
        // Then stored values stay.
        validate: fromPromise(() => Promise.reject(new Error('there is no server'))),
      },
    }),
    { input: { stored } },
  );
  session.start();
  return session;
}

/** An app whose server answers as in the scene; requests are noted in `sent`. */
export function appOf(scene: Scene, sent: Sent[]): App {
  const { capabilities = {}, answers = {}, user = {} } = scene;
  const config = readConfig(configurationWith(capabilities), { origin: 'http://localhost' });
  const http = {
    send: async ({ name }: { readonly name: string }, input: object = {}) => {
      sent.push({ name, ...input });
      if (!(name in answers)) return new Promise(() => undefined);
      const answer = answers[name];
      return typeof answer === 'function' ? (answer(input) as unknown) : succeeded(answer);
    },
  } as unknown as App['services']['http'];
  const still = { now: () => NOW, setTimeout: () => 0, clearTimeout: () => undefined, hasHeard: () => true };
  const { clock = still } = scene;
  const page = {
    listen: () => () => undefined,
    isVisible: () => true,
    isOnline: () => true,
    listenToKeys: () => undefined,
  };
  const services = only<App['services']>({
    http,
    clock,
    deviceClock: clock,
    page,
    // A defect ends the test.
    log: {
      ...silentLog,
      defect: (_where: string, error: unknown) => {
        throw error;
      },
    },
    storage: memoryStorage(),
    random: () => 0,
    uuid: () => 'key-1',
    clipboard: { write: () => Promise.resolve(true) },
    passkeyDevice: null,
    solveWork: null,
    ...scene.services,
  });
  const emptyWindow = { addEventListener: () => undefined } as unknown as Window;
  return {
    ...createStaticApp(config),
    session: sessionOf(user),
    services,
    resources: createResources({ clock, http, page, random: () => 0 }),
    preferences: createPreferences(memoryStorage(), emptyWindow),
    outcomes: only<App['outcomes']>({ get: () => NONE_OPEN, listen: () => () => undefined }),
    terms: only<App['terms']>({ maintenance: () => null, listen: () => () => undefined }),
    drafts: memoryDrafts(),
    seenTickets: { isSeen: () => false, note: () => undefined, listen: () => () => undefined },
    config,
    now: () => clock.now(),
    newIdempotencyKey: () => 'key-1',
    attract: () => undefined,
    ...scene.app,
  };
}

/** The same each time, as React compares it. */
const NONE_OPEN: ReturnType<App['outcomes']['get']> = [];

function memoryDrafts(): App['drafts'] {
  const kept = new Map<string, string>();
  return {
    read: (user, name) => kept.get(`${user} ${name}`) ?? '',
    write: (user, name, text) => void kept.set(`${user} ${name}`, text),
  };
}
