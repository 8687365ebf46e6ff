// `npm run audit`: known vulnerabilities of the packages. Without a network it prints so and exits with 0.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './process.ts';

const PATIENCE = 60_000;

async function ask(): Promise<string> {
  const args = ['audit', '--json', '--package-lock-only'];
  try {
    return (await promisify(execFile)('npm', args, { cwd: ROOT, timeout: PATIENCE })).stdout;
  } catch (error) {
    // npm exits with 1 if it finds any.
    return (error as { stdout?: string }).stdout ?? '';
  }
}

let report: {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string }>;
} = {};
try {
  report = JSON.parse(await ask());
} catch {
  // Without JSON npm did not reach the registry.
}
if (report.metadata === undefined) {
  console.log('SKIPPED: the registry gave no answer to npm audit, so nothing was checked.');
} else {
  const { total = 0 } = report.metadata.vulnerabilities;
  for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {}))
    console.log(`${severity}: ${name}`);
  console.log(`npm audit: ${total} known ${total === 1 ? 'fault' : 'faults'} in the packages of the lock.`);
  process.exitCode = total === 0 ? 0 : 1;
}
