import * as selectors from '../../../src/machines/cooldown/index.ts';
import { testSelectors } from '../tools/selectors.ts';
import { cooldownModel } from './cooldown.model.ts';

testSelectors(cooldownModel, selectors, {
  isCooling: /^cooling/,
});
