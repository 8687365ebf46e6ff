import * as selectors from '../../src/machines/app/notices.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { noticesModel } from './notices.model.ts';

testSelectors(noticesModel, selectors, {
  selectToasts: { context: 'toasts' },
});
