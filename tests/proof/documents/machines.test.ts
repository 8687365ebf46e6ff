import { expect, it } from 'vitest';
import { MACHINES } from '../../../tools/inspector/machines.ts';
import { machinesPage } from './machinesPage.ts';

const SHOWN = [
  'session',
  'socket',
  'withdrawal',
  'twoFactor',
  'orderCancellation',
  'cooldown',
  'orderForm',
  'orderBook',
];
const MAX_LINES = 500;

it('docs/machines.md is as the machines are (npm run atlas)', async () => {
  const page = machinesPage(SHOWN.flatMap((name) => MACHINES.get(name) ?? []));
  expect(page.match(/^## \w+$/gm)).toHaveLength(SHOWN.length);
  expect(page.split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  await expect(page).toMatchFileSnapshot('../../../docs/machines.md');
});
