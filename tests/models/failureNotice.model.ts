import {
  failureNoticeMachine,
  type FailureNoticeInput,
} from '../../src/machines/shared/failureNotice.machine.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof failureNoticeMachine;

const messages = { failed: 'it failed', refreshFailed: 'the refresh failed' };
const failed = (isQuiet: boolean) => ({ type: 'read.failed', isQuiet, values: { tab: 'Orders' } }) as const;

const events: readonly EventCase<Machine>[] = [
  { name: 'refresh', says: 'the user refreshes', event: { type: 'user.refresh' } },
  { name: 'well', says: 'the read succeeds', event: { type: 'read.succeeded' } },
  { name: 'fails', says: 'the read fails', event: failed(false) },
  { name: 'fails beside a stream', says: 'the read fails while a stream brings it', event: failed(true) },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  return {
    machine: failureNoticeMachine,
    clock: new TestClock(),
    settle: () => undefined,
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
  };
}

const tells = (key: string) => (): readonly string[] => [
  `toast {"key":"${key}","kind":"error","values":{"tab":"Orders"}}`,
];

const requirements: readonly Row<FailureNoticeInput>[] = [
  {
    ref: 'TRADE-06: what was known is no news',
    in: '',
    on: '(start)',
    to: (_, { input }) => ((input as FailureNoticeInput).hasFailed ? 'failed' : 'well'),
  },
  { ref: 'TRADE-06: told once, WALLET-05', in: 'well', on: 'fails', to: 'failed', does: tells('it failed') },
  { ref: 'TRADE-06: who asked is told', in: '*', on: 'refresh', to: 'asked' },
  {
    ref: 'TRADE-06: who asked is told',
    in: 'asked',
    on: 'fails*',
    to: 'failed',
    does: tells('the refresh failed'),
  },
  { ref: 'TRADE-06: again only after it was well in between', in: '*', on: 'well', to: 'well' },
];

export const failureNoticeModel: MachineModel<Machine> = {
  name: 'failureNotice',
  machine: failureNoticeMachine,
  states: {
    well: 'a failure would be news',
    failed: 'the user knows that it fails',
    asked: 'the user waits for it',
  },
  variants: [
    { name: 'a list that was well', input: { messages, hasFailed: false }, events, sut },
    { name: 'a list that had failed', input: { messages, hasFailed: true }, events, sut },
  ],
  requirements,
};
