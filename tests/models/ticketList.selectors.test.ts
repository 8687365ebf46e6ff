import * as selectors from '../../src/machines/support/ticketList.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { ticketListModel } from './ticketList.model.ts';

testSelectors(
  ticketListModel,
  selectors,
  {
    selectCompose: [
      [/browsing/, 'closed'],
      [/creating/, 'sending'],
      [/unresolved/, 'unresolved'],
      [/lost\.(waiting|looking)/, 'looking'],
      [/absent/, 'absent'],
      [/taking\.(writing|refused)/, 'writing'],
    ],
    selectFilters: { context: 'filters' },
    selectSearch: { context: 'search' },
    selectPage: { context: 'page' },
    selectSize: { context: 'size' },
    selectFailure: { context: 'failure' },
  },
  {
    sending: /creating/,
    unknown: /lost/,
  },
);
