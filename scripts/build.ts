// `npm run build`: writes the client to dist/client, the venue to dist/venue, and a stamp of the sources.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { writePages } from './pages.ts';
import { ROOT } from './process.ts';

export const DIST = path.join(ROOT, 'dist');
const CLIENT = path.join(DIST, 'client');
const VENUE = path.join(DIST, 'venue');
const PRERENDER = path.join(DIST, 'prerender');
const STAMP = path.join(DIST, 'stamp.json');

/** Which chunk holds which source file, for the size budgets; not served. */
export const MANIFEST = path.join(DIST, 'manifest.json');

const INPUTS = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'src',
  'venue',
  'locales',
  'public',
  'scripts/build.ts',
  'scripts/configuration.ts',
  'scripts/pages.ts',
];
// Read at build time.
const SETTINGS = /^(QUIETBOOK_|REACT_COMPILER$)/;

/** Sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function digest() {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const at = path.join(ROOT, input);
    if (!existsSync(at)) continue;
    for (const file of statSync(at).isDirectory() ? filesBelow(at) : [at]) {
      hash
        .update(`${path.relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  const settings = Object.entries(process.env).filter(([name]) => SETTINGS.test(name));
  hash.update(JSON.stringify(settings.sort(([a], [b]) => (a < b ? -1 : 1))));
  return hash.digest('hex');
}

export function isBuilt() {
  const parts = [STAMP, path.join(CLIENT, 'index.html'), path.join(VENUE, 'main.js')];
  if (!parts.every((part) => existsSync(part))) return false;
  return JSON.parse(readFileSync(STAMP, 'utf8')).digest === digest();
}

/** Not for index.html: an operator may change its configuration, and a compressed copy would keep the old one. */
async function precompress() {
  const files = filesBelow(CLIENT).filter(
    (file) => /\.(js|css|json|svg|txt)$/.test(file) && statSync(file).size >= 1024,
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

async function buildClient() {
  await build({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { manifest: true },
  });
  renameSync(path.join(CLIENT, '.vite', 'manifest.json'), MANIFEST);
  rmSync(path.join(CLIENT, '.vite'), { recursive: true });
  cpSync(path.join(ROOT, 'locales'), path.join(CLIENT, 'locales'), {
    recursive: true,
    // Glossaries are for the tests only.
    filter: (from) => path.basename(from) !== 'glossary',
  });
  await writeContract();
  await precompress();
}

/** The contract as documents, which the page about the API links to. */
async function writeContract() {
  // Imported here, because a command that only checks the build needs no schemas.
  const { openApiDocument } = await import('../src/services/contract/documents/openapi.ts');
  const { asyncApiDocument } = await import('../src/services/contract/documents/asyncapi.ts');
  const folder = path.join(CLIENT, 'api');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(openApiDocument(), null, 2));
  writeFileSync(path.join(folder, 'asyncapi.json'), JSON.stringify(asyncApiDocument(), null, 2));
}

async function buildPages() {
  await build({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'src/app/prerender/render.tsx',
      outDir: PRERENDER,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: true } },
    },
  });
  await writePages();
}

async function buildVenue() {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: VENUE,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: 'venue/main.ts',
          operator: 'venue/operators/cli.ts',
          sender: 'venue/sender/main.ts',
          proofThread: 'venue/grin/rangeProof/thread.ts',
        },
        // Side by side, so that one finds the other.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  // Operators run it as a command (docs/operating.md).
  chmodSync(path.join(VENUE, 'operator.js'), 0o755);
}

/** The stamp is deleted first and written last, so that a partial build never counts. */
export async function buildAll() {
  const before = digest();
  rmSync(STAMP, { force: true });
  await buildClient();
  await buildPages();
  await buildVenue();
  writeFileSync(STAMP, `${JSON.stringify({ digest: before })}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = performance.now();
  try {
    await buildAll();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  const bytes = filesBelow(CLIENT)
    .filter((file) => file.endsWith('.js'))
    .reduce((total, file) => total + statSync(file).size, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built dist/client (${Math.round(bytes / 1000)} kB of script) and dist/venue in ${seconds} s.`);
}
