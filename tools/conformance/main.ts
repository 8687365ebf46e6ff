// `npm run conformance -- <server>`: checks any server from outside against the contract (README.md).
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Command, HELP, readCommand } from './command.ts';
import { tableOf } from './report.ts';
import { checkServer } from './run.ts';

/** Not a flag, which would stay in the shell's history. */
async function askPassword(email: string) {
  const given = process.env.CONFORMANCE_PASSWORD;
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

let command: Command | null;
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
