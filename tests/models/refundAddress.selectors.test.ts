import * as selectors from '../../src/machines/refundAddresses/refundAddress.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { refundAddressModel } from './refundAddress.model.ts';

testSelectors(
  refundAddressModel,
  selectors,
  {
    refundAddressPhase: [
      [/^resting\.unset/, 'unset'],
      [/^resting\.configured/, 'configured'],
      [/^resting\.saved/, 'saved'],
      [/^editing/, 'editing'],
      [/^saving\.sending/, 'saving'],
      [/^saving\.finding/, 'checkingSaved'],
      [/^removing\.asking/, 'asking'],
      [/^removing\.sending/, 'removing'],
      [/^removing\.finding/, 'checkingRemoved'],
    ],
    selectAddress: { context: 'address' },
    selectMistake: { context: 'mistake' },
    selectFailure: { context: 'failure' },
    selectLost: { context: 'lost' },
  },
  {
    busy: /^(saving|removing\.(sending|finding))/,
  },
);
