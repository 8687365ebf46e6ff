import { describe, expect, it } from 'vitest';
import { catalogue } from '../models/catalogue.ts';
import { atlasPage } from '../models/tools/atlas.ts';

describe('docs/machines', () => {
  it.each(catalogue.map(({ name, machine }) => [name, machine] as const))(
    '%s is as the chart is',
    async (name, machine) => {
      await expect(atlasPage(machine)).toMatchFileSnapshot(`../../docs/machines/${name}.md`);
    },
  );

  it('has an index of every chart', async () => {
    const lines = catalogue
      .map(({ name, machine }) => `- [${name}](${name}.md): ${machine.root.description ?? ''}`)
      .sort();
    await expect(['# The charts', '', ...lines, ''].join('\n')).toMatchFileSnapshot(
      '../../docs/machines/README.md',
    );
  });
});
