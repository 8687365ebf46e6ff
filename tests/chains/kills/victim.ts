/**
 * The part of a venue that follows a chain and sends, in a process of its own, to be killed. It is told what to do by
 * messages (`Told`), and answers each (`Said`). It kills itself by the signal, so that it dies at one exact point.
 */
import { Pool } from 'pg';
import { openChain } from '../../../venue/chains/open.ts';
import { type RunningChains, runChains } from '../../../venue/chains/run.ts';
import type { ChainSettings } from '../../../venue/chains/settings.ts';
import { NO_CEILINGS } from '../../../venue/coins/ceilings.ts';
import { openNetwork } from '../../../venue/coins/network.ts';
import { createLog } from '../../../venue/log.ts';
import { onlySender } from '../../../venue/sql/sending-locks.ts';
import { type Chain, crashPoints, type Death } from '../crashPoints.ts';

export interface Start {
  readonly databaseUrl: string;
  readonly settings: ChainSettings;
}

export type Told =
  | { readonly tell: 'start'; readonly with: Start }
  /** A whole round. */
  | { readonly tell: 'round' }
  /** A round that it does not survive. @param passes so many times it comes to the point and lives on. */
  | { readonly tell: 'die'; readonly at: string; readonly passes: number }
  | { readonly tell: 'mined' };

export type Said = 'done' | 'mine';

const say = (what: Said): void => void process.send?.(what);

/** Rounds are asked for. */
const NEVER = 2 ** 31 - 1;

let mined = (): void => undefined;
const mine = (): Promise<void> =>
  new Promise((resolve) => {
    mined = resolve;
    say('mine');
  });

let passes = 0;
function die(): void {
  if (passes === 0) process.kill(process.pid, 'SIGKILL');
  passes -= 1;
}

/** Told of each statement before the database is. */
let onStatement: (text: string) => void = () => undefined;

/** What the database is asked for tells how far the venue is. */
const deathsInDatabase: readonly Death[] = [
  [
    'stored, and the commit not requested',
    (chain) => {
      let isStoring = false;
      onStatement = (text) => {
        if (text.includes('insert into chain_transactions')) isStoring = true;
        if (text === 'commit' && isStoring) die();
      };
      return chain;
    },
  ],
  [
    'sent, and recorded that it was',
    (chain) => {
      let isSent = false;
      let isAsked = false;
      // Whatever comes after the statement that records it comes after its answer.
      const dieIfRecorded = (): void => {
        if (!isAsked) return;
        [isSent, isAsked] = [false, false];
        die();
      };
      onStatement = () => {
        dieIfRecorded();
        isAsked = isSent;
      };
      return {
        ...chain,
        async send(bytes) {
          dieIfRecorded();
          await chain.send(bytes);
          isSent = true;
        },
      };
    },
  ],
];

const DEATHS = new Map([...crashPoints(mine, die), ...deathsInDatabase]);

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    client.query = ((asked: unknown, ...rest: unknown[]) => {
      onStatement(typeof asked === 'string' ? asked : '');
      return query(asked, ...rest);
    }) as typeof client.query;
  });
  return pool;
}

interface Venue {
  readonly coin: string;
  readonly running: RunningChains;
  /** From its next round on. */
  use(dying: (chain: Chain) => Chain): void;
}

async function start({ databaseUrl, settings }: Start): Promise<Venue> {
  const pool = openPool(databaseUrl);
  const now = (): Date => new Date();
  const { sender, ...opened } = openChain(settings, Date.now);
  if (!sender) throw new Error('a venue that sends nothing');
  let chain: Chain = { ...opened.reader, ...sender };
  const running = await runChains(
    [
      {
        ...opened,
        // Each round reads it anew.
        get sender() {
          return chain;
        },
      },
    ],
    {
      pool,
      ceilings: NO_CEILINGS,
      now,
      fees: { observe: () => undefined },
      isStopped: () => false,
      isElsewhere: () => false,
      network: await openNetwork(pool, now),
      settleDebts: async () => undefined,
      // One process at a time, which the test sees to.
      sending: onlySender,
      log: createLog((line) => process.stderr.write(`${line}\n`)),
      roundEvery: NEVER,
    },
  );
  return {
    coin: opened.reader.coin,
    running,
    use(dying) {
      chain = dying(chain);
    },
  };
}

let venue: Venue;

async function obey(told: Told): Promise<void> {
  if (told.tell === 'mined') {
    mined();
    return;
  }
  if (told.tell === 'start') venue = await start(told.with);
  if (told.tell === 'die') {
    const dying = DEATHS.get(told.at);
    if (!dying) throw new Error(`no such point: ${told.at}`);
    passes = told.passes;
    venue.use(dying);
  }
  if (told.tell !== 'start') await venue.running.round(venue.coin);
  say('done');
}

process.on('message', (told: Told) => void obey(told));
// Nobody tells it anything any more.
process.on('disconnect', () => process.exit());
