import * as selectors from '../../src/machines/shared/cooldown.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { cooldownModel } from './cooldown.model.ts';

testSelectors(cooldownModel, selectors, {
  isCooling: /^cooling/,
});
