// Tests other than paths: which requirement each names, and its result.
import type { Proof, ProvenFeature } from '../../scripts/requirements/proofs.ts';
import type { NamedTest } from '../../scripts/requirements/titles.ts';
import type { TestOutcome } from '../../scripts/test/progress.ts';

export interface JudgedTest extends NamedTest {
  readonly outcome: 'passed' | 'failed' | 'not run';
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern for a title as written in the source: values replace `…`, `%s` and `$name`. */
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
 * Tests as the sources name them, with the results of the last runs. A group passes when everything in it that ran has
 * passed. A part of a test whose title is in no result passes with its file.
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
    // Control characters are not allowed in XML at all.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The results of every step, for programs that read test results. */
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
