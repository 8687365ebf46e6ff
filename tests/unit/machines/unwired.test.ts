import { expect, it } from 'vitest';
import { unwired, unwiredAction } from '../../../src/machines/shared/common.ts';

it('what was not wired throws when it is used, and says which', () => {
  expect(unwired('login.signIn')).toThrow('not wired: login.signIn');
  const act = unwiredAction<undefined>('login.handOver');
  expect(() => act({}, undefined)).toThrow('not wired: login.handOver');
});
