import * as selectors from '../../src/machines/shared/countdown.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { countdownModel } from './countdown.model.ts';

testSelectors(countdownModel, selectors, {
  selectSecondsLeft: { context: 'secondsLeft' },
  isOver: /^over/,
});
