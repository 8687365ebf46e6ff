// What proves each requirement: rows of path tests, and other tests that name it.
import { idsIn, type Feature, type Requirement } from './read.ts';
import type { NamedTest } from './titles.ts';

/** Rows count from 0. */
export interface RowPlace {
  readonly machine: string;
  readonly row: number;
}

export interface Proof extends Requirement {
  readonly rows: readonly RowPlace[];
  readonly tests: readonly NamedTest[];
}

export interface ProvenFeature extends Omit<Feature, 'requirements'> {
  readonly requirements: readonly Proof[];
}

/** `[ORDER-08, ORDER-13: executed] submitting -- …`: the IDs between the brackets. */
export const idsOfRow = (title: string): string[] => idsIn(/^\[(.*?)\] /.exec(title)?.[1] ?? '');

/** @param rows titles of the rows of each machine's table */
export const provenFeatures = (
  features: readonly Feature[],
  rows: Readonly<Record<string, readonly string[]>>,
  tests: readonly NamedTest[],
): ProvenFeature[] => {
  const places = Object.entries(rows).flatMap(([machine, titles]) =>
    titles.map((title, row) => ({ place: { machine, row }, ids: idsOfRow(title) })),
  );
  return features.map(({ title, requirements }) => ({
    title,
    requirements: requirements.map((requirement) => ({
      ...requirement,
      rows: places.filter(({ ids }) => ids.includes(requirement.id)).map(({ place }) => place),
      tests: tests.filter((test) => idsIn(test.title).includes(requirement.id)),
    })),
  }));
};
