import * as selectors from '../../../src/machines/orderTicket/selectors.ts';
import { testSelectors } from '../tools/selectors.ts';
import { orderTicketModel } from './orderTicket.model.ts';

testSelectors(
  orderTicketModel,
  selectors,
  {
    selectPhase: [
      [/^loadingSettings/, 'loadingSettings'],
      [/^settingsFailed/, 'settingsFailed'],
      [/^taking\.editing/, 'editing'],
      [/^taking\.placed/, 'placed'],
      [/^taking\.refused/, 'refused'],
      [/^taking\.notFound/, 'notFound'],
      [/^confirming\.repeat/, 'confirmingRepeat'],
      [/^confirming\.crossing/, 'confirmingCrossing'],
      [/^(checking|submitting)/, 'submitting'],
      [/^outcomeUnknown\.unresolved/, 'unresolved'],
      [/^outcomeUnknown/, 'outcomeUnknown'],
    ],
    isBusy: /^(checking|submitting|outcomeUnknown\.(waiting|resending|readingBack))/,
    takesPress: /^(taking|loadingSettings|settingsFailed)/,
    selectSettings: { context: 'settings' },
    selectFault: { context: 'fault' },
    selectFailure: { context: 'failure' },
    selectSettingsFailure: { context: 'settingsFailure' },
    selectSending: { context: 'sending' },
    isSettled: /^(taking\.(editing|refused|notFound)|loadingSettings|settingsFailed)/,
    isOutcomeUnknown: /^outcomeUnknown/,
  },
  {
    form: /^taking/,
    busy: /^(checking|submitting|outcomeUnknown\.(waiting|resending|readingBack))/,
    failed: /^(settingsFailed|taking\.(refused|notFound)|outcomeUnknown\.unresolved)/,
    unknown: /^outcomeUnknown/,
  },
);
