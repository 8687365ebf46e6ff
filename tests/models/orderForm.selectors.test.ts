import * as selectors from '../../src/machines/orderForm/orderForm.selectors.ts';
import { testSelectors } from './tools/selectors.ts';
import { orderFormModel } from './orderForm.model.ts';

testSelectors(
  orderFormModel,
  selectors,
  {
    selectPhase: [
      [/^loadingSettings/, 'loadingSettings'],
      [/^settingsFailed/, 'settingsFailed'],
      [/^taking\.editing/, 'editing'],
      [/^taking\.placed/, 'placed'],
      [/^taking\.refused/, 'refused'],
      [/^confirming\.repeat/, 'confirmingRepeat'],
      [/^confirming\.crossing/, 'confirmingCrossing'],
      [/^confirming\.large/, 'confirmingLarge'],
      [/^(checking|submitting)/, 'submitting'],
      [/^outcomeUnknown\.absent/, 'absent'],
      [/^outcomeUnknown\.unresolved/, 'unresolved'],
      [/^outcomeUnknown/, 'outcomeUnknown'],
    ],
    isBusy: /^(checking|submitting|outcomeUnknown\.looking)/,
    takesPress: /^(taking|loadingSettings|settingsFailed)/,
    selectSettings: { context: 'settings' },
    selectFault: { context: 'fault' },
    selectFailure: { context: 'failure' },
    selectSettingsFailure: { context: 'settingsFailure' },
    selectSending: { context: 'sending' },
    isSettled: /^(taking\.(editing|refused)|loadingSettings|settingsFailed)/,
    isOutcomeUnknown: /^outcomeUnknown/,
  },
  {
    form: /^taking/,
    busy: /^(checking|submitting|outcomeUnknown\.looking)/,
    failed: /^(settingsFailed|taking\.refused|outcomeUnknown\.(absent|unresolved))/,
    unknown: /^outcomeUnknown/,
  },
);
