// Builds one commit twice in two folders and compares every file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../../scripts/build.ts';
import { ROOT } from '../../scripts/process.ts';

/**
 * Builds a commit.
 * @returns SHA-256 of each built file, by its path
 */
function built(folder: string, commit: string): Map<string, string> {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 28 });
  mkdirSync(folder);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  execFileSync(process.execPath, ['--import', './scripts/typescript.mjs', 'scripts/build.ts'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const dist = path.join(folder, 'dist');
  return new Map(
    filesBelow(dist).map((file) => [
      path.relative(dist, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

/** @throws Error naming the files that differ */
export async function run() {
  mkdirSync(path.join(ROOT, '.tmp'), { recursive: true });
  // Below the project, so that its packages are found.
  const parent = mkdtempSync(path.join(ROOT, '.tmp', 'reproducible-'));
  try {
    // Read once, because a new commit may come during the run.
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
    const one = built(path.join(parent, 'one'), commit);
    const other = built(path.join(parent, 'another'), commit);
    const names = [...new Set([...one.keys(), ...other.keys()])].sort();
    const differing = names.filter((name) => one.get(name) !== other.get(name));
    const whole = createHash('sha256');
    for (const name of names) whole.update(`${name}\0${one.get(name)}\n`);
    console.log(`${names.length - differing.length} of ${names.length} files are the same in both builds.`);
    console.log(`SHA-256 of all, at commit ${commit.slice(0, 12)}: ${whole.digest('hex')}`);
    if (differing.length > 0) throw new Error(`These differ:\n${differing.join('\n')}`);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
