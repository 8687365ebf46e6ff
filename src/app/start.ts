import i18n from 'i18next';
import { createActor } from 'xstate';
import { appMachine } from '../machines/app/app.machine.ts';
import type { App, AppConfig } from '../machines/app/app.ts';
import { createOpenOutcomes } from '../machines/app/openOutcomes.ts';
import { appImplementations } from '../machines/app/app.actors.ts';
import { selectUserId, sessionMachine } from '../machines/session/session.machine.ts';
import { sessionImplementations } from '../machines/session/session.actors.ts';
import type { LiveChannels } from '../machines/socket/socket.rules.ts';
import { socketMachine } from '../machines/socket/socket.machine.ts';
import { socketImplementations, socketPort } from '../machines/socket/socket.actors.ts';
import { createSeenTickets } from '../services/seenTickets.ts';
import { isOfPart, noteMissingPart } from '../ui/kit/lazyPart.tsx';
import { configurationOf, readConfig } from './config.ts';
import { createI18n } from './i18n.ts';
import { newsFollower } from './ownNews.ts';
import type { Attract } from '../services/attention.ts';
import { createPalette } from '../services/palette.ts';
import { ATTENTIONS, createPreferences } from '../services/preferences.ts';
import { prefetchRoute } from './prefetchRoute.ts';
import { createResources, type FollowRead } from '../machines/resource/resource.actors.ts';
import type { Services } from '../services/services.ts';
import { followTerms } from '../services/terms.ts';
import { createServices, type SessionLink } from './services.ts';

/** Starts the services and the actors that live as long as the page. */
export function startApp(window: Window): App {
  const { document, location } = window;
  const config = readConfig(configurationOf(document), location);
  // The session starts after the services; until then nobody is signed in and no request is sent.
  const link: { session?: App['session'] } = {};
  const sessionLink: SessionLink = {
    userId: () => link.session?.getSnapshot().context.session?.user.id ?? null,
    unauthorized: () =>
      link.session?.send({
        type: 'server.unauthorized',
        kept: services.store.peek(),
        isSaidHere: location.pathname === '/recover',
      }),
    accountChanged: () => link.session?.send({ type: 'session.doubted' }),
  };
  const services = createServices(config, sessionLink, window);
  const { clock, deviceClock, log, store, drafts } = services;
  const outcomes = createOpenOutcomes({
    kept: services.keptWithdrawals,
    keptOrders: services.keptOrders,
    userId: () => sessionLink.userId(),
  });

  const stored = store.recall();
  drafts.settle(stored?.user.id ?? null);

  const words = createI18n({
    ...services,
    window,
    ownTexts: config.brand.ownTexts,
    missing: (namespace) => {
      if (isOfPart(namespace)) return;
      noteMissingPart();
      root.send({ type: 'service.failed' });
    },
    chosenElsewhere: (language) => root.send({ type: 'language.chosen', language }),
  });
  const root = createActor(
    appMachine
      .provide(appImplementations({ ...services, words }))
      .provide({
        actors: {
          session: sessionMachine.provide(sessionImplementations(services)),
          socket: socketMachine.provide(socketImplementations({ ...services, clock: deviceClock })),
        },
      }),
    { clock, input: { stored } },
  );
  root.subscribe({ error: (error) => log.defect('app', error) });
  root.start();
  const { session, socket, notices } = root.getSnapshot().children;
  if (!session || !socket || !notices) throw new Error('the root did not start its children');
  link.session = session;
  if (config.missingPath === null) prefetchRoute(location.pathname, services.prefetch, services.engine);

  const preferences = createPreferences(services.storage, window);
  const live = streamsOf(services, { socket, session, preferences });
  const resources = createResources({
    ...services,
    live: { offers: config.capabilities, use: (work) => live((streams) => work(streams.followRead)) },
  });
  const attract = attractor({ ...services, preferences, name: config.brand.name });
  const followNews = newsFollower({
    ...services,
    load: async () => {
      const { followOwnNews } = await import('../machines/live/ownNews.actors.ts');
      const hasStream = config.capabilities.liveAccount;
      return (userId) => followOwnNews({ resources, notices, attract, services, hasStream }, userId);
    },
  });
  let userId = selectUserId(session.getSnapshot());
  followNews(userId);
  session.subscribe((snapshot) => {
    const now = selectUserId(snapshot);
    if (now !== userId) {
      followNews(now);
      if (userId !== null) resources.forgetPrivate();
      if (now !== null) drafts.settle(now);
      notices.send({ type: now === null ? 'user.left' : 'user.changed' });
    }
    userId = now;
    outcomes.refresh();
  });
  // The stored user is known by now.
  outcomes.refresh();

  return {
    root,
    session,
    socket,
    notices,
    resources,
    useChannels: (work) => live((streams) => work(streams.channels)),
    services,
    drafts,
    seenTickets: createSeenTickets(drafts),
    outcomes,
    terms: followTerms(config.capabilities.venueStatus ? services.hub : null, () => {
      for (const name of ['pairs', 'pairSettings', 'coins', 'markets', 'refundAddresses'] as const)
        resources.invalidate(name);
    }),
    palette: createPalette(services.storage, window),
    preferences,
    attract,
    config,
    loadCaptcha: captchaLoader(config, window),
    now: () => clock.now(),
    newIdempotencyKey: services.uuid,
    report: (where, error) => log.defect(where, error),
    warn: (message) => log.warning(message),
  };
}

/** The code of the streams, loaded by the first that follows one. */
function streamsOf(
  services: Services,
  { socket, session, preferences }: Pick<App, 'socket' | 'session' | 'preferences'>,
) {
  let loading: Promise<Streams> | null = null;
  async function load(): Promise<Streams> {
    const [{ createLiveChannels }, { createFollowRead }] = await Promise.all([
      import('../machines/live/live.actors.ts'),
      import('../machines/live/followRead.ts'),
    ]);
    const channels = createLiveChannels({
      ...services,
      socket: socketPort(socket),
      isAwaited: (topic) =>
        (topic === 'account' || topic === 'markets') && ATTENTIONS.some((one) => preferences.read(one)),
    });
    const userId = (): string | null => selectUserId(session.getSnapshot());
    return { channels, followRead: createFollowRead({ channels, userId, clock: services.clock }) };
  }
  return (work: (streams: Streams) => void): void => {
    loading ??= load();
    loading.then(work, (error: unknown) => {
      loading = null;
      services.log.defect('streams', error);
    });
  };
}

interface Streams {
  readonly channels: LiveChannels;
  readonly followRead: FollowRead;
}

/** Most users never switch it on; the code is loaded by the first that did. */
function attractor({
  name,
  ...dependencies
}: Pick<Services, 'clock' | 'log' | 'page'> & Pick<App, 'preferences'> & { readonly name: string }): Attract {
  let loading: Promise<Attract> | null = null;
  const load = async (): Promise<Attract> => {
    const { createAttention } = await import('../services/attention.ts');
    const { navigator, Notification } = globalThis.window;
    return createAttention({
      ...dependencies,
      window: globalThis.window,
      locks: navigator.locks,
      Notification,
      textOf: (occasion) => ({ title: name, body: i18n.t(`common:attention.${occasion}`) }),
    });
  };
  return (...event) => {
    if (ATTENTIONS.every((one) => !dependencies.preferences.read(one))) return;
    loading ??= load();
    loading.then(
      (attract) => attract(...event),
      (error: unknown) => {
        loading = null;
        dependencies.log.defect('attention', error);
      },
    );
  };
}

/** One for all forms, loaded by the first: a page may create its policy for the script's address only once. */
function captchaLoader({ captcha }: AppConfig, window: Window): App['loadCaptcha'] {
  if (captcha.mode !== 'turnstile') return null;
  let loading: ReturnType<NonNullable<App['loadCaptcha']>> | null = null;
  return () => {
    loading ??= import('../services/captcha.ts')
      .then(({ createTurnstile }) => createTurnstile(captcha, window))
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return loading;
  };
}
