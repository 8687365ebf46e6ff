import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { requirePromtool } from '../../scripts/prometheus.ts';

it('Prometheus reads the rules, and an alert fires when the books are wrong (OPERATOR-17)', async () => {
  const promtool = await requirePromtool();
  const tell = (...args: string[]): string => execFileSync(promtool, args, { encoding: 'utf8' });
  expect(tell('check', 'rules', 'docs/deployment/alerts.yml')).toMatch(/SUCCESS: \d+ rules found/);
  expect(tell('test', 'rules', 'docs/deployment/alerts.test.yml')).toContain('SUCCESS');
});
