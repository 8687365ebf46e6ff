import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { FailureCode } from '../../../src/domain/failure.ts';
import { refundAddressesMachine } from '../../../src/machines/refundAddresses/refundAddresses.machine.ts';

function failedWith(code: FailureCode) {
  const told: string[] = [];
  const page = createActor(
    refundAddressesMachine.provide({
      actors: { list: fromCallback(({ receive }) => receive(({ type }) => told.push(type))) },
      actions: { reportOutage: () => told.push('maintenance') },
    }),
  );
  page.on('toast', ({ key }) => told.push(key));
  page.start();
  page.send({ type: 'list.failed', failure: { code, retryable: false } });
  page.send({ type: 'user.reload' });
  return told;
}

it.each<[FailureCode, string]>([
  ['server', 'maintenance'],
  ['unreachable', 'maintenance'],
  ['timeout', 'maintenance'],
  ['internal', 'refund:toast.loadFailed'],
  ['unreadable', 'refund:toast.loadFailed'],
  ['refused', 'refund:toast.loadFailed'],
  ['unauthorized', 'refund:toast.loadFailed'],
  ['tooMany', 'refund:toast.loadFailed'],
])('lists that fail as "%s": %s; and they are requested again', (code, leads) => {
  expect(failedWith(code)).toEqual([leads, 'reload']);
});
