import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueConfig } from '../config.ts';
import { makeFolder } from '../sql/folder-lock.ts';
import { KEY_BYTES, SecretsError } from './secretBox.ts';

type Keys = readonly [Uint8Array, ...Uint8Array[]];

const KEY = /^[0-9a-f]{64}$/i;

/** For a sandbox on a database server without a folder of its own: its coins are worth nothing (SECRET-02). */
const SANDBOX_KEY = Buffer.from('the secrets of a sandbox are not').subarray(0, KEY_BYTES);

/** The keys that the settings name. A sandbox makes one. @throws SecretsError naming the file and what is wrong. */
export function readSecretKeys({
  secretsKeyFile,
  databaseUrl,
  dataDir,
}: Pick<VenueConfig, 'secretsKeyFile' | 'databaseUrl' | 'dataDir'>): Keys {
  if (secretsKeyFile !== null) return readKeys(secretsKeyFile, 'SECRETS_KEY_FILE');
  if (dataDir === null) return [databaseUrl === null ? randomBytes(KEY_BYTES) : SANDBOX_KEY];
  makeFolder(dataDir);
  const file = join(dataDir, 'secrets.key');
  makeKey(file);
  return readKeys(file, 'secrets.key');
}

/** Its lines: the key in use, then older ones that are still to be read, each as 64 hexadecimal digits. */
function readKeys(file: string, name: string): Keys {
  const [first, ...others] = textOf(file, name).split(/\s+/).filter(Boolean);
  if (first === undefined || ![first, ...others].every((line) => KEY.test(line)))
    throw new SecretsError(
      `${name} must name a file of keys, each a line of 64 hexadecimal digits (openssl rand -hex 32).`,
    );
  return [Buffer.from(first, 'hex'), ...others.map((line) => Buffer.from(line, 'hex'))];
}

function textOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SecretsError(`${name} cannot be read (${codeOf(error)}).`, { cause: error });
  }
}

/** Never replaces an existing one. */
function makeKey(file: string): void {
  let opened: number;
  try {
    opened = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw new SecretsError(`the key of the sandbox's secrets cannot be written (${codeOf(error)})`, {
      cause: error,
    });
  }
  try {
    writeSync(opened, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    // What it encrypts must not outlive it.
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
