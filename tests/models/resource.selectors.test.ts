import * as selectors from '../../src/machines/resource/resource.selectors.ts';
import { testSelectors } from './tools/selectors.ts';
import { resourceModel } from './resource.model.ts';

testSelectors(
  resourceModel,
  selectors,
  {
    readStatus: [
      [/^idle/, 'idle'],
      [/^loading/, 'loading'],
      [/^fresh/, 'fresh'],
      [/^live\.current/, 'fresh'],
      [/^live\.renewing/, 'refreshing'],
      [/^failed/, 'failed'],
      [/refreshing/, 'refreshing'],
      [/^stale/, 'stale'],
    ],
    isLive: [
      [/^live/, true],
      [/./, false],
    ],
    selectData: { context: 'data' },
    selectUpdatedAt: { context: 'updatedAt' },
    selectFailure: { context: 'failure' },
  },
  {
    busy: /^(loading|refreshing|live\.renewing)/,
    failed: /^failed/,
  },
);
