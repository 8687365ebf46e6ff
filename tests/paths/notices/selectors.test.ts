import * as selectors from '../../../src/machines/notices/index.ts';
import { testSelectors } from '../tools/selectors.ts';
import { noticesModel } from './notices.model.ts';

testSelectors(noticesModel, selectors, {
  selectToasts: { context: 'toasts' },
});
