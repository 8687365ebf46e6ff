// `npm run ccxt`: trades against a venue with the package `ccxt` and the class of examples/ccxt, and checks what it
// answers. The package is installed into a temporary folder for this alone. `--at <folder>` names one that has it.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startBuiltVenue } from './builtVenue.ts';
import { ROOT, run } from './process.ts';

const PACKAGE = 'ccxt@4.5.84';
const PASSWORD = 'Correct-Horse-7';

/** Makes an account of the sandbox, which has starter coins, and a key of it. */
async function makeKey(origin: string, username: string): Promise<{ id: string; secret: string }> {
  let cookie = '';
  async function post(target: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', origin, cookie };
    const answer = await fetch(origin + target, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${target} was answered ${answer.status}: ${await answer.text()}`);
    for (const set of answer.headers.getSetCookie())
      cookie = [cookie, set.split(';')[0]].filter(Boolean).join('; ');
    return answer.json();
  }
  const email = `${username}@example.org`;
  await post('/auth/register', { email, username, password: PASSWORD, confirm_password: PASSWORD });
  await post('/auth/login', { email, password: PASSWORD });
  const wish = { label: 'ccxt', permissions: ['read', 'trade'], password: PASSWORD };
  const { api_key: key, secret } = (await post('/user/api-keys', wish)) as {
    api_key: { id: string };
    secret: string;
  };
  return { id: key.id, secret };
}

async function install(folder: string): Promise<void> {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--ignore-scripts'];
  const { code } = await run('npm', ['install', ...options, PACKAGE]);
  if (code !== 0) throw new Error(`${PACKAGE} could not be installed.`);
}

const { values } = parseArgs({ options: { at: { type: 'string' } } });
const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-ccxt-'));
const venue = await startBuiltVenue({ MAKERS: 'off', HISTORY: 'off' });
try {
  if (values.at === undefined) await install(folder);
  else cpSync(path.join(values.at, 'node_modules'), path.join(folder, 'node_modules'), { recursive: true });
  cpSync(path.join(ROOT, 'examples', 'ccxt'), folder, { recursive: true });
  const [own, other] = [await makeKey(venue.url, 'programs'), await makeKey(venue.url, 'others')];
  const { code } = await run(process.execPath, [path.join(folder, 'trade.js')], {
    env: {
      ORIGIN: venue.url,
      KEY: own.id,
      SECRET: own.secret,
      OTHER_KEY: other.id,
      OTHER_SECRET: other.secret,
    },
  });
  process.exitCode = code;
} finally {
  await venue.stop();
  rmSync(folder, { recursive: true });
}
