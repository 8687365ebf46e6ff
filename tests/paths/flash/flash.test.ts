import { expect, it } from 'vitest';
import { COPIED_SHOWN, SAVED_SHOWN, SLATEPACK_COPIED_SHOWN } from '../../../src/machines/flash/index.ts';
import { testChart } from '../tools/chart.ts';
import { flashModel } from './flash.model.ts';

testChart(flashModel);

it('marks show as long as the specification says (2 §9)', () => {
  expect([COPIED_SHOWN, SLATEPACK_COPIED_SHOWN, SAVED_SHOWN]).toEqual([2000, 1500, 2000]);
});
