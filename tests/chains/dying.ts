/**
 * A venue of one coin in a process of its own, which ends itself by `kill -9` at one point of a withdrawal. Its parent
 * starts it with what it needs, makes blocks when it is asked to, and sees how it ended.
 */
import { once } from 'node:events';
import { Pool } from 'pg';
import { followChain } from '../../venue/chains/follow.ts';
import { openChain } from '../../venue/chains/open.ts';
import { sendRound } from '../../venue/chains/sending.ts';
import type { ChainSettings } from '../../venue/chains/settings.ts';
import { silentLog } from '../../venue/log.ts';
import { type Chain, crashPoints } from './crashPoints.ts';

export interface Dying {
  readonly databaseUrl: string;
  readonly settings: ChainSettings;
  /** One of `POINTS`. */
  readonly point: string;
}

/** Rounds after which the last point has been passed. */
const ROUNDS = 4;

/** Nothing runs after it. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('this process is dead');
}

async function mine(): Promise<void> {
  process.send?.('mine');
  await once(process, 'message');
}

const POINTS: readonly (readonly [point: string, dying: (chain: Chain) => Chain])[] = [
  ...crashPoints(mine, die),
  [
    'sent, in a block that it was about to record',
    (chain) => {
      let hasSent = false;
      return {
        ...chain,
        async send(bytes) {
          await chain.send(bytes);
          hasSent = true;
        },
        async paymentsIn(block) {
          const found = await chain.paymentsIn(block);
          return hasSent ? die() : found;
        },
      };
    },
  ],
  [
    'deep enough, and about to record that',
    (chain) => ({
      ...chain,
      async placeOf(txHash) {
        const place = await chain.placeOf(txHash);
        if (place.kind === 'mined' && (await chain.tip()).height > place.block.height + 1) die();
        return place;
      },
    }),
  ],
];

/** Where the process can be told to die. */
export const POINT_NAMES: readonly string[] = POINTS.map(([point]) => point);

async function run({ databaseUrl, settings, point }: Dying): Promise<void> {
  const { reader, sender } = openChain(settings, Date.now);
  const dying = POINTS.find(([name]) => name === point)?.[1];
  if (!sender || !dying) throw new Error('nothing to do');
  const chain = dying({ ...reader, ...sender });
  const pool = new Pool({ connectionString: databaseUrl });
  const now = (): Date => new Date();
  for (let round = 0; round < ROUNDS; round += 1) {
    await followChain({ pool, chain, now, log: silentLog });
    await sendRound({ pool, chain, isStopped: () => false, now, log: silentLog });
    await mine();
  }
  await pool.end();
}

if (process.send) {
  const asked = once(process, 'message');
  process.send('ready');
  const [dying] = (await asked) as [Dying];
  await run(dying);
  process.disconnect();
}
