import * as selectors from '../../src/machines/app/app.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { appModel } from './app.model.ts';

testSelectors(
  appModel,
  selectors,
  {
    hasTexts: /language\.(spoken|switching)/,
    lacksTexts: /language\.wordless/,
    isAskingService: /maintenance\.asking/,
    isSwitchingLanguage: /language\.switching/,
  },
  {
    busy: /maintenance\.asking|language\.switching/,
  },
);
