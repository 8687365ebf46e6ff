// Tests that are no paths: which requirement each names, and how it went.
import type { Proof, ProvenFeature } from '../../scripts/requirements/proofs.ts';
import type { NamedTest } from '../../scripts/requirements/titles.ts';
import type { TestOutcome } from '../../scripts/test/progress.ts';

export interface JudgedTest extends NamedTest {
  readonly outcome: 'passed' | 'failed' | 'not run';
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Of a title as it stands in the source: values take the place of `…`, `%s` and `$name`. */
const titlePattern = (title: string) =>
  new RegExp(
    title
      .split(/…|%\w|\$[\w.]+/)
      .map(escaped)
      .join('.*'),
    's',
  );

export type JudgedFeature = Omit<ProvenFeature, 'requirements'> & {
  readonly requirements: readonly (Omit<Proof, 'tests'> & { readonly tests: readonly JudgedTest[] })[];
};

/**
 * Tests as the sources name them, with what the last runs say. A group passes with all that ran of it. A part of a test,
 * whose title no run says, passes with its file.
 */
export function judgeTests(features: readonly ProvenFeature[], ran: readonly TestOutcome[]): JudgedFeature[] {
  const byFile = new Map<string, TestOutcome[]>();
  for (const test of ran) {
    const [file = ''] = test.title.split(' › ', 1);
    if (test.outcome !== 'skipped') byFile.set(file, [...(byFile.get(file) ?? []), test]);
  }
  const judge = (test: NamedTest): JudgedTest => {
    const own = byFile.get(test.file) ?? [];
    const pattern = titlePattern(test.title);
    const named = own.filter(({ title }) => pattern.test(title));
    const judged = named.length > 0 ? named : own;
    if (judged.length === 0) return { ...test, outcome: 'not run' };
    return { ...test, outcome: judged.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'failed' };
  };
  return features.map((feature) => ({
    ...feature,
    requirements: feature.requirements.map((proof) => ({ ...proof, tests: proof.tests.map(judge) })),
  }));
}

const xml = (text: string) =>
  text
    // Control characters may not stand in XML at all.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The results of every step, as programs for tests read them. */
export function junitOf(steps: Readonly<Record<string, readonly TestOutcome[]>>): string {
  const suites = Object.entries(steps).map(([name, tests]) => {
    const cases = tests.map(({ title, outcome, seconds, message = '' }) => {
      const [file = '', ...rest] = title.split(' › ');
      const inside = { passed: '', skipped: '<skipped/>', failed: `<failure>${xml(message)}</failure>` }[
        outcome
      ];
      const names = `classname="${xml(file)}" name="${xml(rest.join(' › '))}"`;
      return `<testcase ${names} time="${seconds.toFixed(3)}">${inside}</testcase>`;
    });
    const count = (wanted: string) => tests.filter(({ outcome }) => outcome === wanted).length;
    const counts = `tests="${tests.length}" failures="${count('failed')}" skipped="${count('skipped')}"`;
    return `<testsuite name="${xml(name)}" ${counts}>\n${cases.join('\n')}\n</testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}
