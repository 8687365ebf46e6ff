import { expect, it } from 'vitest';
import { keyAddresses } from '../../../src/domain/apiKey.ts';

it.each([
  ['', []],
  [' \n ', []],
  ['203.0.113.7', ['203.0.113.7']],
  [' 203.0.113.0/24, 2001:db8::1;\n::1 ', ['203.0.113.0/24', '2001:db8::1', '::1']],
])('the addresses of "%s" are %j (APIKEY-05)', (typed, addresses) => {
  expect(keyAddresses(typed)).toEqual(addresses);
});
