// `npm run replay <file>`: replays a recording (README, "Record and replay") against the machines as they are now, on a
// simulated clock, and says where it diverges. Ends with 1 when it does, with 2 when the file is no recording.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './process.mjs';

/** @param {string} file below `src/app/development` */
async function load(file) {
  const options = {
    root: ROOT,
    configFile: /** @type {const} */ (false),
    logLevel: /** @type {const} */ ('warn'),
  };
  const { module } = await runnerImport(path.join(ROOT, 'src/app/development', file), options);
  return module;
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npm run replay <file>');
  process.exit(2);
}
/** @type {typeof import('../src/app/development/recording.ts')} */
const { readRecording } = await load('recording.ts');
/** @type {typeof import('../src/app/development/replay.ts')} */
const { replay } = await load('replay.ts');
let recording;
try {
  recording = readRecording(readFileSync(file, 'utf8'));
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
}
const { actors, events, judged, believed, divergences } = replay(recording);
console.log(`${actors} actors, ${events} events of ${recording.began}`);
console.log(
  `${judged} conditions were judged anew; ${believed} look at masked texts, and were taken as recorded`,
);
for (const { actor, event, type, what, expected, found } of divergences) {
  console.log(`\n${actor}, event ${event} (${type}): ${what}`);
  console.log(`  recorded ${JSON.stringify(expected)}\n  found    ${JSON.stringify(found)}`);
}
console.log(
  divergences.length === 0 ? '\nEverything is as recorded.' : `\n${divergences.length} divergences.`,
);
process.exit(divergences.length === 0 ? 0 : 1);
