// Three nodes of the built venue behind nginx, on one PostgreSQL and one broker. Traders send orders through
// nginx while one node after the other is killed: are orders lost or doubled, and how long until every pair
// trades again?
import path from 'node:path';
import { Pool } from 'pg';
import { isBuilt } from '../../scripts/build.ts';
import { startNats } from '../../scripts/nats.ts';
import { freePort, ROOT, run as runProgram, TYPESCRIPT } from '../../scripts/process.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { auditLedger } from '../../venue/ledger/audit.ts';
import { NAME, startNginx } from './nginx/server.ts';
import { throughNginx } from './nginx/ways.ts';
import { makeNodes } from './nodes/fleet.ts';
import { compare, killUnderLoad } from './nodes/kills.ts';
import { sendsOnce } from './nodes/once.ts';

const NODES = 3;
/** Most milliseconds until every pair trades again after a kill. */
const AGAIN_WITHIN = 8000;

/** @throws Error if an acknowledged order is lost or doubled */
export async function run(kills: number) {
  if (!isBuilt()) {
    const { code } = await runProgram(process.execPath, [
      ...TYPESCRIPT,
      path.join(ROOT, 'scripts', 'build.ts'),
    ]);
    if (code !== 0) throw new Error('the build failed');
  }
  await sendsOnce();
  console.log('nginx sends no write twice, and to the next node what was not sent');
  const [postgres, broker] = await Promise.all([startPostgres(), startNats()]);
  const nodes = await makeNodes(path.join(ROOT, 'dist', 'venue', 'main.js'), NODES, {
    DATABASE_URL: postgres.url,
    BROKER_URL: broker.url,
    PUBLIC_ORIGIN: `https://${NAME}`,
    MIN_ORDER_VALUES: 'BTC:0.001,USDT:0.001',
    LIMIT_ORDERS: '1000000',
    SEED: 'bench',
  });
  const ports = { http: await freePort(), https: await freePort() };
  const nginx = await startNginx({ venues: nodes.map(({ url }) => url), ...ports });
  const pool = new Pool({ connectionString: postgres.url });
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const began = performance.now();
    const killed = await killUnderLoad({
      nodes,
      way: throughNginx(ports.https, nginx.certificate),
      kills,
      log: (text) => console.log(text),
    });
    const { lost, doubled } = await compare(pool, killed);
    const findings = await auditLedger(pool);
    console.table([
      {
        kills: killed.kills,
        'orders acknowledged': killed.acknowledged.size,
        'cancels acknowledged': killed.canceled.size,
        'answers lost on the way': killed.unknown,
        lost,
        doubled,
        'faults of the ledger': findings.length,
        'longest until all pairs trade again, ms': Math.round(killed.longest),
        'seconds in all': Math.round((performance.now() - began) / 1000),
      },
    ]);
    if (lost + doubled + findings.length > 0) throw new Error(`something is wrong\n${findings.join('\n')}`);
    if (killed.longest > AGAIN_WITHIN) throw new Error('it took too long until all pairs traded again');
  } finally {
    await pool.end();
    await nginx.stop();
    for (const node of nodes) await node.stop();
    await broker.stop();
    await postgres.stop();
  }
}
