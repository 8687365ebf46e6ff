import * as selectors from '../../../src/machines/countdown/index.ts';
import { testSelectors } from '../tools/selectors.ts';
import { countdownModel } from './countdown.model.ts';

testSelectors(countdownModel, selectors, {
  selectSecondsLeft: { context: 'secondsLeft' },
  isOver: /^over/,
});
