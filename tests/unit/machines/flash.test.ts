import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  COPIED_SHOWN,
  SAVED_SHOWN,
  SLATEPACK_COPIED_SHOWN,
} from '../../../src/machines/shared/flash.machine.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { recordEmitted } from '../../models/tools/ports.ts';
import { flashModel } from '../../models/flash.model.ts';

it('marks show for the required time (DEPOSIT-09, WITHDRAW-18, REFUND-03)', () => {
  expect([COPIED_SHOWN, SLATEPACK_COPIED_SHOWN, SAVED_SHOWN]).toEqual([2000, 1500, 2000]);
});

it('announces what was copied where it has the words (HISTORY-14: trade id copied)', async () => {
  const [variant] = flashModel.variants;
  if (!variant) throw new Error('no variant');
  const sut = variant.sut();
  const said: string[] = [];
  const actor = createActor(sut.machine, {
    clock: new TestClock(),
    input: { shownFor: 1, copiedKey: 'history:toast.tradeIdCopied' },
  });
  recordEmitted(said)(actor);
  actor.start();
  actor.send({ type: 'user.copy', privateText: 't1' });
  sut.settle('copy', { name: 'copied', reply: true });
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(said).toEqual(['toast {"key":"history:toast.tradeIdCopied","kind":"success"}']);
  actor.stop();
});
