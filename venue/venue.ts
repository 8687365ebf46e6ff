import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { createCaptcha } from './accounts/captcha.ts';
import { createLimits } from './accounts/limits.ts';
import { openAccounts } from './accounts/open.ts';
import { addressesOf, openChain, openGrinWallet } from './chains/open.ts';
import { createCoins } from './coins/coins.ts';
import { settleDebts } from './coins/debts.ts';
import { openKeys } from './coins/keys.ts';
import { openNetwork } from './coins/network.ts';
import type { VenueConfig } from './config.ts';
import type { Exchange } from './exchange.ts';
import { createFees } from './fees/feed.ts';
import { createGrin } from './grin/grin.ts';
import { openProofs } from './grin/rangeProof/proofs.ts';
import { createApp } from './http/app.ts';
import { loadAssets } from './http/assets.ts';
import { deviceFinder } from './http/calls/auth.ts';
import { createTokenCookie } from './http/cookie.ts';
import type { Bindings } from './http/handler.ts';
import { createOriginRule } from './http/origin.ts';
import { everyHandler, ownsPath } from './http/calls/every.ts';
import type { AnswerHeaders } from './http/raw.ts';
import { securityHeaders } from './http/security.ts';
import { readHeads, sealRegularly } from './ledger/seals.ts';
import { unitsOf } from './ledger/units.ts';
import { auditAlone, auditTogether } from './ledger/audits.ts';
import { watchLedger } from './ledger/watch.ts';
import { type Log, silentLog } from './log.ts';
import { runMakers } from './makers/run.ts';
import { openCatalogue } from './market/catalogue.ts';
import { createMarket } from './market/market.ts';
import { ensureSandboxAccount, grantStarter } from './sandbox/accounts.ts';
import { openExchange } from './nodes/open.ts';
import { shareFailures, shareFees, shareLimits, shareSessionEnds, shareTerms } from './nodes/shared.ts';
import { hasInspector, pageSettingsOf, venueNameOf } from './pageSettings.ts';
import { createRetention, sweepRegularly } from './retention.ts';
import { everySandboxRoute } from './sandbox/everyRoute.ts';
import { openSecrets } from './secrets/sealStored.ts';
import { createFailures } from './sandbox/failures.ts';
import { createHub } from './socket/hub.ts';
import { socketSessions } from './socket/sessions.ts';
import { createSolvency, makeRegularly } from './solvency/solvency.ts';
import { bindMode, bindNodes } from './sql/mode.ts';
import { createOperators, type Operators } from './operators/commands.ts';
import { readMaintenance } from './operators/maintenance.ts';
import { readWaiting } from './metrics/books.ts';
import { createMetrics } from './metrics/metrics.ts';
import { markCopy } from './sql/place.ts';
import { openStore } from './sql/store.ts';
import { startChains } from './startChains.ts';
import { createTickets } from './support/tickets.ts';

export interface Venue {
  readonly app: Hono<Bindings>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** For a development server: whether a path is the venue's own rather than the client's. */
  ownsPath(path: string): boolean;
  readonly headers: AnswerHeaders;
  readonly metrics: () => string;
  /** The same, with what the database says. */
  readonly readMetrics: () => Promise<string>;
  readonly exchange: Exchange;
  readonly marketsOpen: Promise<void>;
  readonly operators: Operators;
  close(): Promise<void>;
}

export interface VenueOptions {
  readonly log?: Log;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** Opens no port. @throws Error when the database cannot be opened or is in use. */
export async function createVenue(config: VenueConfig, options: VenueOptions = {}): Promise<Venue> {
  const { log = silentLog, now = Date.now } = options;
  const { ceilings } = config;
  const isSandbox = config.mode === 'sandbox';
  const venueName = venueNameOf(config);
  const isHttps = config.publicOrigin?.startsWith('https:') ?? false;
  const store = await openStore({
    ...(config.databaseUrl === null ? {} : { databaseUrl: config.databaseUrl }),
    ...(config.databaseOwnerUrl === null ? {} : { ownerUrl: config.databaseOwnerUrl }),
    ...(config.databaseSenderRole === null ? {} : { senderRole: config.databaseSenderRole }),
    ...(config.dataDir === null ? {} : { dataDir: config.dataDir }),
    isShared: config.brokerUrl !== null,
    log,
  });
  const { pool, common, audits, locks } = store;
  const closers: (() => unknown)[] = [() => store.close()];
  async function closeAll(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
  }

  try {
    await bindMode(pool, config.mode);
    if (isSandbox) await bindNodes(pool, config.realChains);
    if (config.realChains.length > 0) await markCopy(pool, store.isEmbedded ? config.dataDir : null, log);
    const date = (): Date => new Date(now());
    const box = await openSecrets(pool, config, log);
    const keys = await openKeys(pool, box);
    const { exchange, cluster, nodes } = await openExchange({
      store,
      brokerUrl: config.brokerUrl,
      keys,
      now: date,
      log,
      onClose: (close) => closers.push(close),
      minOrderValues: config.minOrderValues,
      stopsPerPair: config.limits.stops,
      needsReference: !isSandbox,
      takesIn: (coin) => config.listsAllPairs || config.realChains.some((chain) => chain.coin === coin),
    });
    // For a failed start; otherwise stepping down comes before everything else.
    closers.push(() => cluster.stepDown());
    const ledger = await watchLedger({
      pool: audits,
      ...(nodes ? auditTogether(audits, nodes) : auditAlone(audits, () => exchange.audit())),
      log,
    });
    closers.push(() => ledger.close());
    const { whyStopped } = ledger;
    const isStopped = (): boolean => whyStopped() !== null;
    const market = await createMarket({
      pool: common,
      exchange,
      log,
      now,
      history: config.history ? config.seed : null,
      isStoredElsewhere: () => !cluster.isLeader(),
    });
    closers.push(() => market.close());
    const chains = config.realChains.map((chain) => openChain(chain, now));
    const hasChains = isSandbox || new Set(chains.map(({ reader }) => reader.coin));
    const catalogue = await openCatalogue(exchange, hasChains, () => readMaintenance(common));
    const feeOf = (coin: string): bigint => unitsOf(fees.quotes(coin)?.current ?? '0') ?? 0n;
    const network = await openNetwork(pool, date, isStopped, feeOf);
    const fees = createFees(
      () => catalogue.coins,
      config.seed,
      now,
      (coin) => network.heightOf(coin),
    );
    await shareFees(fees, cluster, log);
    let tellPages = (): void => undefined;
    const terms = await shareTerms(cluster, log, async () => {
      await exchange.reload();
      await catalogue.reload();
      // They tell pages which coins are open.
      fees.take(fees.state(), 'all');
      tellPages();
    });
    closers.push(() => terms.close());
    const accountParts = await openAccounts(common, now, config, box, feeOf, venueName);
    const { accounts, apiKeys, sessions, devices, passkeys, twoFactor, twoFactorReset } = accountParts;
    const moving = { pool, hasChains, whyStopped, reauthenticate: twoFactor.reauthenticate, now: date };
    const proofs = openProofs();
    closers.push(() => proofs.close());
    const grin = createGrin({ ...moving, ...openGrinWallet(chains, keys, proofs, moving) });
    const coins = createCoins({
      ...moving,
      common,
      keys: addressesOf(chains, keys),
      fees,
      signings: new Map([['GRIN', grin.signing]]),
      ceilings,
    });
    const isElsewhere = (): boolean => !cluster.isLeader();
    const debts = (): Promise<void> => settleDebts({ pool, exchange, now: date });
    const { sending } = store;
    const upkeep = { pool, config, fees, network, settleDebts: debts, isElsewhere, isStopped, sending, log };
    const started = await startChains(chains, { ...upkeep, ceilings, now });
    closers.push(() => started.close());

    const limits = shareLimits(createLimits(config.limits, now), cluster);
    const cookie = createTokenCookie('session', isHttps);
    const deviceCookie = createTokenCookie('device', isHttps);
    const failures = isSandbox ? shareFailures(createFailures(), cluster) : null;
    const tickets = createTickets(common, now, venueName);
    if (isSandbox) await ensureSandboxAccount(pool, accounts, exchange);
    const solvency = createSolvency({ audits, common, now: date });
    const retention = createRetention(
      common,
      [sessions, apiKeys, devices, passkeys, twoFactorReset, solvency],
      now,
    );
    cluster.whileLeader(() => sweepRegularly(retention, log));
    cluster.whileLeader(() => sealRegularly(common, date, log));
    // A live venue's holdings are not counted on its chains.
    if (isSandbox) cluster.whileLeader(() => makeRegularly(solvency, date, log));
    const pages = pageSettingsOf(config);
    const headers = securityHeaders(isHttps, pages.sources, hasInspector(config.clientDir));
    const metrics = createMetrics(now());
    closers.push(() => metrics.close());
    const originRule = createOriginRule(config);
    const programs = { apiKeys, limits, trustedProxies: config.trustedProxies, now };
    let isOpen = true;
    const app = createApp({
      handlers: everyHandler({
        ...accountParts,
        ...programs,
        captcha: createCaptcha(config.captcha, { log }),
        cookie,
        deviceCookie,
        publicOrigin: config.publicOrigin,
        grantStarter: async (id) => (isSandbox ? grantStarter(pool, exchange, id) : undefined),
        exchange,
        coins,
        grin,
        market,
        catalogue,
        isStopped,
        tickets,
        solvency,
      }),
      ...programs,
      knownDevice: deviceFinder({ devices, deviceCookie }),
      sessions,
      cookie,
      originRule,
      onionOrigin: config.onionOrigin,
      headers,
      failures,
      ...(failures
        ? {
            extend: everySandboxRoute({
              pool,
              keys,
              proofs,
              now: date,
              exchange,
              limits,
              failures,
              tickets,
              network: started.network,
              onNodes: new Set(chains.map(({ reader }) => reader.coin)),
              coins,
              fees,
              address: grin.address,
              isShared: config.publicOrigin !== null,
            }),
          }
        : {}),
      listsPair: (symbol) => exchange.pair(symbol)?.isListed === true,
      assets: config.clientDir === null ? null : loadAssets(config.clientDir, pages),
      ledgerHeads: () => readHeads(common),
      isReady: async () => isOpen && cluster.isServing() && (await pool.query('select 1')).rows.length === 1,
      count: metrics.count,
      log,
    });
    const hub = createHub({
      exchange,
      fees,
      market,
      originRule,
      headers,
      sessionOf: socketSessions({ ...programs, sessions, cookie }),
      onSessionsEnded: shareSessionEnds(sessions, cluster, () => hub.sessionKeys, log),
      budgets: config.limits,
      ...programs,
      isServing: () => cluster.isServing(),
      whyResting: () => catalogue.maintenance?.reason ?? null,
      log,
    });
    closers.push(() => hub.close());
    tellPages = () => hub.tellTermsChanged();
    cluster.countPeers(() => hub.peers);
    metrics.watch({
      sockets: () => hub.peers,
      malformedFrames: () => hub.malformed,
      ownedPairs: () => cluster.owned(),
      isLeader: () => cluster.isLeader(),
      chains: started.running?.figures ?? null,
      ledger,
      pools: store.isEmbedded ? { pool } : { pool, common, audits },
      waiting: () => readWaiting(common),
    });
    let marketsOpen = Promise.resolve();
    if (config.makers) {
      cluster.whileLeader(() => {
        const makers = runMakers({
          store,
          exchange,
          lastPrice: (pair) => market.figures(pair).lastPrice,
          seed: config.seed,
          rate: config.makersRate,
          isWatched: () => hub.peers + cluster.peersElsewhere() > 0,
          now,
          log,
        });
        marketsOpen = makers.isOpen;
        return () => makers.close();
      });
    }
    closers.push(() => cluster.stepDown());
    await locks?.started();
    closers.push(() => {
      isOpen = false;
    });

    return {
      app,
      upgrade: (...request) => hub.upgrade(...request),
      ownsPath,
      headers,
      metrics: () => metrics.text(),
      readMetrics: () => metrics.read(),
      exchange,
      marketsOpen,
      operators: createOperators({
        pool,
        tickets,
        audit: () => exchange.audit(),
        whyStopped,
        heads: () => readHeads(common),
        pairs: exchange.pairs,
        book: (pair) => exchange.book(pair, 1),
        chains: { real: chains, status: async () => started.running?.status() ?? [] },
        onSessionsEnded: (ended) => sessions.announce(ended),
        onTermsChanged: () => terms.changed(),
        now: date,
      }),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
