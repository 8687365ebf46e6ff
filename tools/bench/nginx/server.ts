// A real nginx with the files of docs/deployment, on free ports of the loopback address. Only what every
// operator changes is changed: ports, certificate, folder, the venue's address.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canInstallPackages, installPackages } from '../../../scripts/browser.ts';
import { ROOT, run } from '../../../scripts/process.ts';
import { pause } from '../figures.ts';

/** The host name in the files. */
export const NAME = 'example.org';
const FILES = path.join(ROOT, 'docs', 'deployment');
const BROTLI = 'ngx_http_brotli_static_module.so';
const PLACES = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules'];

const findBrotli = () => PLACES.map((place) => path.join(place, BROTLI)).find((file) => existsSync(file));
const hasNginx = async () => (await run('nginx', ['-v'], { collect: true })).code === 0;

/** @returns the file of the brotli module */
async function requireNginx(): Promise<string> {
  if ((!(await hasNginx()) || !findBrotli()) && canInstallPackages()) {
    // Keeps Debian from starting it on port 80.
    process.env.RUNLEVEL = '1';
    await installPackages(['nginx-light', 'libnginx-mod-http-brotli-static']);
  }
  const module = findBrotli();
  if (module && (await hasNginx())) return module;
  throw new Error(
    'nginx with its module for static brotli was not found. Debian: apt-get install nginx-light ' +
      'libnginx-mod-http-brotli-static',
  );
}

function changed(text: string, found: string, put: string) {
  if (!text.includes(found)) throw new Error(`the file of the site does not say "${found}" any more`);
  return text.replaceAll(found, put);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const serverLine = (venue: string) => `    server ${new URL(venue).host} fail_timeout=2s;`;

interface Nginx {
  /** its certificate, as PEM */
  certificate: string;
  /** its logs */
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

/** @param options the addresses of one or several venues, and free ports */
export async function startNginx({
  venues,
  http,
  https,
}: {
  venues: readonly string[];
  http: number;
  https: number;
}): Promise<Nginx> {
  const module = await requireNginx();
  const folder = await mkdtemp(path.join(tmpdir(), 'quietbook-nginx-'));
  const at = (name: string) => path.join(folder, name);
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', at('key.pem')];
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '2'];
  const made = await run('openssl', [...key, '-out', at('cert.pem'), ...subject], { collect: true });
  if (made.code !== 0) throw new Error(`openssl made no certificate:\n${made.output}`);
  for (const name of ['headers.conf', 'proxy.conf']) await copyFile(path.join(FILES, name), at(name));
  let site = await readFile(path.join(FILES, 'quietbook.conf'), 'utf8');
  for (const [found, put] of [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, at('cert.pem')],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, at('key.pem')],
    ['/srv/quietbook/dist/client', path.join(ROOT, 'dist', 'client')],
    ['/var/log/nginx/quietbook.log', at('site.log')],
    ['    server 127.0.0.1:8080 fail_timeout=2s;', venues.map(serverLine).join('\n')],
  ]) {
    site = changed(site, found ?? '', put ?? '');
  }
  await writeFile(at('quietbook.conf'), site);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    at('nginx.conf'),
    [
      // Workers read the client from the project's folder, which other accounts may not be able to read.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `load_module ${module};`,
      'daemon off;',
      `pid ${at('pid')};`,
      `error_log ${at('error.log')} warn;`,
      'events { worker_connections 4096; }',
      'http {',
      ...places.map((place) => `${place}_temp_path ${at(place)};`),
      `include ${at('quietbook.conf')};`,
      '}',
    ].join('\n'),
  );
  const how = ['-p', folder, '-c', at('nginx.conf'), '-e', at('error.log')];
  const judged = await run('nginx', [...how, '-t'], { collect: true });
  if (judged.code !== 0) throw new Error(`nginx refuses the files:\n${judged.output}`);
  const child = spawn('nginx', how, { stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGTERM'));
  // Waits for the port, because the check of the files has left an empty pid file.
  while (!(await listens(https))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${await readFile(at('error.log'), 'utf8')}`);
    await pause(20);
  }
  return {
    certificate: await readFile(at('cert.pem'), 'utf8'),
    log: async () => (await readFile(at('error.log'), 'utf8')) + (await readFile(at('site.log'), 'utf8')),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
