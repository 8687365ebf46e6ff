import * as selectors from '../../src/machines/addressBook/addressBook.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { addressBookModel } from './addressBook.model.ts';

testSelectors(
  addressBookModel,
  selectors,
  {
    isBusy: /^changing/,
    selectFailure: { context: 'failure' },
    selectKind: { context: 'kind' },
    selectIsLost: { context: 'isLost' },
  },
  {
    busy: /^changing/,
  },
);
