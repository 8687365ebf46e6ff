// `npm run replay <file>`: prints where a recording differs from the machines. Exits with 1 if it does, 2 if
// unreadable.
import { readFileSync } from 'node:fs';
import { readRecording } from '../src/app/development/recording.ts';
import { replay } from '../src/app/development/replay.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npm run replay <file>');
  process.exit(2);
}
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
