import { createActor } from 'xstate';
import { appMachine } from '../machines/app/index.ts';
import { selectUserId, sessionMachine } from '../machines/session/index.ts';
import { socketMachine } from '../machines/socket/index.ts';
import { createKeptOrders } from '../services/keptOrders.ts';
import { createSeenTickets } from '../services/seenTickets.ts';
import { createKeptWithdrawals } from '../services/keptWithdrawals.ts';
import type { App, AppConfig } from '../ui/hooks/app.tsx';
import { noteMissingPart } from '../ui/hooks/missingParts.ts';
import { configurationOf, readConfig } from './config.ts';
import { createI18n } from './i18n.ts';
import { createLogic } from './logic.ts';
import { createPalette } from '../services/palette.ts';
import { createPreferences } from '../services/preferences.ts';
import { createOpenOutcomes } from './openOutcomes.ts';
import { createPart } from './part.ts';
import { prefetchRoute } from './prefetchRoute.ts';
import { createResources } from './resources.ts';
import { createServices, type SessionLink } from './services.ts';
import { createAppWiring } from './wiring/app.ts';
import { orderArea, walletArea } from './wiring/callAreas.ts';
import { createSessionWiring } from './wiring/session.ts';
import { createSocketWiring } from './wiring/socket.ts';

/** Builds the services, wires the machines to them and starts the root actor, outside React. */
export function startApp(window: Window): App {
  const { document, location } = window;
  const config = readConfig(configurationOf(document), location);
  // The session starts after the services that it uses; until then nobody is signed in and no request is sent.
  const link: { session?: App['session'] } = {};
  const sessionLink: SessionLink = {
    userId: () => link.session?.getSnapshot().context.session?.user.id ?? null,
    unauthorized: () => link.session?.send({ type: 'server.unauthorized' }),
    accountChanged: () => link.session?.send({ type: 'session.doubted' }),
  };
  const services = createServices(config, sessionLink, window);
  const { clock, log, store, drafts } = services;
  const kept = createKeptWithdrawals(drafts);
  const keptOrders = createKeptOrders(drafts);
  const outcomes = createOpenOutcomes({ kept, keptOrders, userId: () => sessionLink.userId() });

  const before = store.peek();
  const stored = store.recall(clock.now());
  // The session that was kept ended while the page was closed: what was typed waits for its user.
  if (before !== null && stored === null) drafts.hold();
  drafts.settle(stored?.user.id ?? null);

  const words = createI18n({
    ...services,
    window,
    missing: () => {
      noteMissingPart();
      root.send({ type: 'service.failed' });
    },
    chosenElsewhere: (language) => root.send({ type: 'language.chosen', language }),
  });
  const root = createActor(
    appMachine.provide(createAppWiring({ ...services, words })).provide({
      actors: {
        session: sessionMachine.provide(createSessionWiring(services)),
        socket: socketMachine.provide(createSocketWiring(services)),
      },
    }),
    { clock, input: { stored } },
  );
  root.subscribe({ error: (error) => log.defect('app', error) });
  root.start();
  const { session, socket, notices } = root.getSnapshot().children;
  if (!session || !socket || !notices) throw new Error('the root did not start its children');
  link.session = session;
  prefetchRoute(location.pathname, services.prefetch);

  const resources = createResources(services);
  // What a visitor does not need at once comes with the screens that need it.
  const access = createPart('access', async () =>
    (await import('./access.ts')).createAccess(services, session),
  );
  const account = createPart('account', async () =>
    (await import('./account.ts')).createAccount(services, session),
  );
  const coins = createPart('coins', async () => {
    const [part] = await Promise.all([import('./coins.ts'), orderArea.load(), walletArea.load()]);
    return part.createCoins({
      services,
      kept,
      socket,
      resources,
      capabilities: config.capabilities,
      userId: () => sessionLink.userId(),
      reportOutage: () => root.send({ type: 'service.failed' }),
    });
  });
  const records = createPart('records', async () =>
    (await import('./records.ts')).createRecords(services, resources, () => sessionLink.userId()),
  );
  const trading = createPart('trading', async () => {
    const [part] = await Promise.all([import('./trading.ts'), orderArea.load()]);
    return part.createTrading({
      services,
      socket,
      resources,
      userId: () => selectUserId(session.getSnapshot()),
      config,
      say: (toast) => notices.send({ type: 'toast.said', toast }),
      keptOrders,
      noteForm: outcomes.noteForm,
    });
  });
  let userId = selectUserId(session.getSnapshot());
  session.subscribe((snapshot) => {
    const now = selectUserId(snapshot);
    if (userId !== null && now !== userId) {
      resources.forgetPrivate();
      trading.peek()?.orderForms.forget();
    }
    if (now !== null && now !== userId) drafts.settle(now);
    userId = now;
    outcomes.refresh();
  });
  // Who was kept as signed in is known by now.
  outcomes.refresh();

  return {
    root,
    session,
    socket,
    notices,
    resources,
    drafts,
    seenTickets: createSeenTickets(drafts),
    parts: {
      access: access.load,
      account: account.load,
      coins: coins.load,
      records: records.load,
      trading: trading.load,
    },
    get books() {
      return trading.get().books;
    },
    get withdrawals() {
      return coins.get().withdrawals;
    },
    get orderForms() {
      return trading.get().orderForms;
    },
    get deposits() {
      return coins.get().deposits;
    },
    get cancellations() {
      return trading.get().cancellations;
    },
    outcomes,
    palette: createPalette(services.storage, window),
    preferences: createPreferences(services.storage, window),
    logic: createLogic({ access, account, coins, records, trading }),
    config,
    loadCaptcha: captchaLoader(config, window),
    now: () => clock.now(),
    newIdempotencyKey: services.uuid,
    report: (where, error) => log.defect(where, error),
    warn: (message) => log.warning(message),
    candleInterval: () => trading.get().candleInterval(),
  };
}

/**
 * Few deployments use one: its code comes with the first form that shows it. There is one for all forms: a page may
 * make its policy for the script's address once.
 */
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
