import * as selectors from '../../src/machines/history/historyExport.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { historyExportModel } from './historyExport.model.ts';

testSelectors(
  historyExportModel,
  selectors,
  {
    selectStage: [
      [/^idle$/, 'idle'],
      [/^reading$/, 'reading'],
      [/^interrupted$/, 'interrupted'],
      [/^pausing$/, 'pausing'],
      [/^saving$/, 'saving'],
    ],
    selectRead: ({ seen }: { seen: readonly unknown[] }) => seen.length,
    selectFailure: { context: 'failure' },
  },
  {
    busy: /^(reading|pausing|saving)/,
    failed: /^interrupted/,
  },
);
