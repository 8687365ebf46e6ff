import * as selectors from '../../src/machines/shared/flash.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { flashModel } from './flash.model.ts';

testSelectors(
  flashModel,
  selectors,
  {
    isShown: /^shown/,
  },
  {
    busy: /^copying/,
  },
);
