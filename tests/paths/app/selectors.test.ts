import * as selectors from '../../../src/machines/app/app.machine.ts';
import { testSelectors } from '../tools/selectors.ts';
import { appModel } from './app.model.ts';

testSelectors(
  appModel,
  selectors,
  {
    isSpoken: /language\.(spoken|switching)/,
    isWordless: /language\.wordless/,
    isAskingService: /maintenance\.asking/,
    isSwitchingLanguage: /language\.switching/,
  },
  {
    busy: /maintenance\.asking|language\.switching/,
  },
);
