import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { lackingContact } from './http/pages.ts';
import { venueNameOf } from './pageSettings.ts';
import { serveMetrics } from './metrics/serve.ts';
import { serveOperators } from './operators/serve.ts';
import { SANDBOX_EMAIL, SANDBOX_PASSWORD } from './sandbox/accounts.ts';
import { serveVenue } from './serve.ts';
import { closeOnSignals, failStart, startLog } from './start.ts';
import { createVenue } from './venue.ts';

async function main(): Promise<void> {
  const beside = fileURLToPath(new URL('../client', import.meta.url));
  const isBuilt = existsSync(new URL('../client/index.html', import.meta.url));
  const config = readConfig(process.env, process.argv.slice(2), isBuilt ? beside : null);
  const log = startLog(config.logFormat);
  if (config.clientDir === null)
    log.warn(
      `There is no client in ${beside}, so only the API is served: run npm run build, or give its folder as CLIENT_DIR.`,
    );
  const isSilent = config.mode === 'sandbox' || config.clientDir === null;
  const lacking = isSilent ? [] : lackingContact(config.clientDir, config.brand);
  if (lacking.length > 0)
    log.warn(`the pages do not say how to reach the operator: brand.${lacking.join(', brand.')} is empty`);
  const venue = await createVenue(config, { log });
  const served = await serveVenue(venue, config.port, config.host).catch(async (error: unknown) => {
    await venue.close();
    throw error;
  });
  async function end(error: unknown): Promise<never> {
    await served.close();
    throw error;
  }

  const measured = config.metrics;
  const metrics =
    measured &&
    (await serveMetrics(venue.readMetrics, venue.headers, measured.port, measured.host).catch(end));

  const path = config.operatorSocket;
  const operators =
    path === null ? null : await serveOperators(venue.operators, path, log, config.operatorGroup).catch(end);

  const isStopping = closeOnSignals(() =>
    Promise.all([operators?.close(), served.close(), metrics?.close()]),
  );

  await venue.marketsOpen;
  if (isStopping()) return;
  const name = config.host.includes(':') ? `[${config.host}]` : config.host;
  console.log(`${venueNameOf(config)} is ready at ${config.publicOrigin ?? `http://${name}:${served.port}`}`);
  if (config.mode === 'sandbox') {
    console.log(
      'This is a sandbox: no coin is real, and the account below is public. For a real venue: VENUE_MODE=live.',
    );
    console.log(`Sandbox account: ${SANDBOX_EMAIL} with the password ${SANDBOX_PASSWORD}`);
  }
}

main().catch(failStart);
