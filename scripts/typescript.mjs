// Lets a Node that does not read TypeScript itself (before 22.18) run the scripts:
// `node --import ./scripts/typescript.mjs scripts/build.ts`. It has to be JavaScript, because it runs before anything else.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Node loads this file a second time, in the thread that loads modules, under a name with this mark. */
const MARK = '?hooks';

if (!import.meta.url.endsWith(MARK) && !('typescript' in process.features && process.features.typescript)) {
  register(`${import.meta.url}${MARK}`);
  // Errors name the lines of the source.
  process.setSourceMapsEnabled(true);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!/^file:[^?]*\.ts$/.test(url)) return nextLoad(url, context);
  // Imported here, so that a Node that reads TypeScript does not load it.
  const { transformSync } = await import('rolldown/utils');
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, await readFile(file, 'utf8'), {
    sourcemap: true,
    tsconfig: false,
    typescript: { onlyRemoveTypeImports: true },
  });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const source = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    format: 'module',
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${source}`,
    shortCircuit: true,
  };
}
