// Writes a new, empty embedded database as a tar file: `node make.ts <file>`.
import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('which file?');
// Node does not wait for PGlite's work: without this the process would end in the middle of it.
const awake = setInterval(() => undefined, 1000);
const lite = new PGlite();
await lite.waitReady;
const tar = await lite.dumpDataDir('none');
writeFileSync(file, Buffer.from(await tar.arrayBuffer()));
clearInterval(awake);
process.exit(0);
