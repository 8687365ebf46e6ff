// `npm run figures`: the size of the project, in lines of tracked files as the formatter makes them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './process.ts';

const PICTURES = /\.(?:png|jpe?g|webp|ico|gif|woff2?)$/;
const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !file.endsWith('package-lock.json') && !PICTURES.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

const RAW = /<(?:button|table|input|select|textarea|dialog)\b/g;
const measures: readonly (readonly [name: string, files: RegExp])[] = [
  ['src', /^src\//],
  ['src, CSS', /^src\/.*\.css$/],
  ['src/machines', /^src\/machines\//],
  ['tests', /^tests\//],
  ['scripts, tools', /^(?:scripts|tools|src\/app\/development)\//],
  ['venue', /^venue\//],
  ['locales', /^locales\//],
  ['docs', /^docs\//],
  ['everything tracked', /./],
];

console.table(
  Object.fromEntries(
    measures.map(([name, pattern]) => {
      const found = files.filter(({ file }) => pattern.test(file));
      const lines = found.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
      return [name, { lines, files: found.length }];
    }),
  ),
);
const raw = files
  .filter(({ file }) => /^src\/ui\/.*\.tsx$/.test(file))
  .reduce((sum, { text }) => sum + (text.match(RAW)?.length ?? 0), 0);
console.log(`${raw} raw buttons, tables, fields and dialogs in src/ui`);
