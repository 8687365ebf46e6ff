// `npm run complete-lock` after every change of a dependency: adds the optional platform packages that npm left out,
// for which a newer npm would refuse the lock ("Missing: … from lock file"), and gets missing hashes from the registry,
// as npm writes only those of packages that it has downloaded.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

interface LockedPackage {
  version?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: readonly string[];
  cpu?: readonly string[];
  libc?: readonly string[];
  optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const { packages } = lock;

/** Whether `name` resolves from the package at `from`, as Node resolves it. */
function isLocked(from: string, name: string) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (!at.includes('/node_modules/')) return Boolean(packages[`node_modules/${name}`]);
  }
}

function platformOf(name: string) {
  const words = name.toLowerCase().replace('windows', 'win32').split(/[-/@]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  let cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (words.includes('armv7')) cpu = ['arm'];
  if (words.includes('universal')) cpu = [];
  const musl = words.some((word) => word.startsWith('musl'));
  const gnu = words.some((word) => word.startsWith('gnu'));
  const libc = os.includes('linux') && (musl || gnu) ? [musl ? 'musl' : 'glibc'] : [];
  return { os, cpu, libc };
}

let added = 0;
for (const [where, meta] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(meta.optionalDependencies ?? {})) {
    if (isLocked(where, name)) continue;
    const { os, cpu, libc } = platformOf(name);
    packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(cpu.length > 0 && { cpu }),
      ...(meta.dev && { dev: true }),
      ...(libc.length > 0 && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
    added += 1;
  }
}

/** SHA-512 of a package of the registry. @throws Error where the registry has none. */
function hashOf(name: string, version: string) {
  const said = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
  }).trim();
  if (!/^sha512-[A-Za-z\d+/]{86}==$/.test(said)) throw new Error(`${name}@${version} has no hash: ${said}`);
  return said;
}

let hashed = 0;
for (const [where, { version, integrity, ...meta }] of Object.entries(packages)) {
  if (where === '' || integrity !== undefined || version === undefined) continue;
  const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
  packages[where] = { version, integrity: hashOf(name, version), ...meta };
  hashed += 1;
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} optional entries and ${hashed} hashes`);
