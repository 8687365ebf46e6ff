import * as selectors from '../../src/machines/socket/socket.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { socketModel } from './socket.model.ts';

testSelectors(
  socketModel,
  selectors,
  {
    linkStatus: [
      [/linked\.connected/, 'connected'],
      [/exhausted/, 'exhausted'],
      [/./, 'lost'],
    ],
    isOffline: [
      [/^offline/, true],
      [/./, false],
    ],
  },
  {
    failed: /^exhausted/,
  },
);
