import { createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { noticesMachine } from '../../machines/app/notices.machine.ts';
import type { App, AppConfig } from '../../machines/app/app.ts';
import { sessionMachine, type StoredSession } from '../../machines/session/session.machine.ts';
import { socketMachine } from '../../machines/socket/socket.machine.ts';
import { createResources } from '../../machines/resource/resource.actors.ts';

const SOMEBODY: StoredSession = {
  user: {
    id: '',
    email: '',
    username: '',
    role: null,
    twoFactorEnabled: false,
    lastLogin: null,
    securityRisk: false,
    securityCooldownUntil: null,
    securityRiskReason: null,
  },
  expiresAt: 0,
};

const absent = (what: string): never => {
  throw new Error(`a page that is rendered ahead of time has no ${what}`);
};

const absentServices = new Proxy({} as App['services'], { get: (_, name) => () => absent(String(name)) });

/** The application for prerendering: no actor runs, no server is asked, no figure is known. */
export function createStaticApp(config: AppConfig): App {
  const known: Partial<App> = {
    root: createActor(appMachine, { input: { stored: null } }),
    session: createActor(sessionMachine, { input: { stored: SOMEBODY } }),
    socket: createActor(socketMachine),
    notices: createActor(noticesMachine),
    resources: createResources({
      clock: { now: () => 0, setTimeout: () => absent('clock'), clearTimeout: () => undefined },
      http: { send: () => absent('network') },
      page: { listen: () => () => undefined, isVisible: () => false },
      random: () => 0,
    }),
    services: absentServices,
    outcomes: strict<App['outcomes']>({ get: () => [], listen: () => () => undefined }),
    terms: strict<App['terms']>({ maintenance: () => null, listen: () => () => undefined }),
    preferences: strict<App['preferences']>({
      listen: () => () => undefined,
      readList: () => '',
      readLastPair: () => '',
      toggle: () => absent('preferences'),
    }),
    palette: { get: () => 'standard', choose: () => absent('palette'), listen: () => () => undefined },
    config,
    loadCaptcha: null,
    now: () => 0,
    report: (_where, error) => {
      throw error;
    },
    warn: () => undefined,
  };
  return strict(known);
}

/** Throws on access to anything that a public page does not need. */
const strict = <T extends object>(known: Partial<T>): T =>
  new Proxy(known as T, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : absent(String(name))),
  });
