// `npm run conformance -- <server>`: checks any server from outside against the contract (docs/conformance.md).
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { runnerImport } from 'vite';
import { ROOT } from './process.mjs';

/** @param {string} file */
async function load(file) {
  const options = {
    root: ROOT,
    configFile: /** @type {const} */ (false),
    logLevel: /** @type {const} */ ('warn'),
  };
  const { module } = await runnerImport(path.join(ROOT, 'scripts/conformance', file), options);
  return module;
}

/**
 * From the environment, or typed without being shown: as a flag it would stay in the history of the shell.
 * @param {string} email
 */
async function askPassword(email) {
  const given = process.env['CONFORMANCE_PASSWORD'];
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) {
    throw new Error(`Give the password of ${email} as CONFORMANCE_PASSWORD, or call this in a terminal.`);
  }
  process.stderr.write(`Password of ${email}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await line.question('');
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}

/** @type {typeof import('./conformance/command.ts')} */
const { HELP, readCommand } = await load('command.ts');
/** @type {typeof import('./conformance/run.ts')} */
const { checkServer } = await load('run.ts');
/** @type {typeof import('./conformance/report.ts')} */
const { tableOf } = await load('report.ts');

/** @type {Awaited<ReturnType<typeof readCommand>>} */
let command;
try {
  command = await readCommand(process.argv.slice(2), askPassword);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  process.exit(2);
}
if (command === null) {
  console.log(HELP);
} else {
  const outcome = await checkServer(command.settings, (text) => console.error(text));
  const { claims, ended, requests, verdicts } = outcome;
  if (command.isJson) console.log(JSON.stringify(outcome, null, 2));
  else {
    if (verdicts.length > 0) console.log(tableOf(verdicts));
    console.log(`Capabilities: ${claims.join(', ') || 'none'}. ${requests} requests were sent.`);
    if (ended !== null) console.log(`Ended early: ${ended}`);
  }
  process.exitCode = ended !== null || verdicts.some(({ holds }) => holds === false) ? 1 : 0;
}
