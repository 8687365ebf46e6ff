import { expect, it } from 'vitest';
import { judgeDraft, type WithdrawalCase } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { ADDRESS, factsOf, TYPED } from '../../models/withdrawal.model.ts';

const context = { ticker: 'BTC', facts: factsOf('BTC').open } as unknown as WithdrawalCase;
const typed = { address: ADDRESS, amount: '1,234' };

it('a comma with three digits behind it is a decimal comma only where the language writes one', () => {
  expect(judgeDraft(context, { typed, decimalComma: true })).toMatchObject({
    ok: true,
    draft: { address: ADDRESS, amount: '1.234' },
  });
  expect(judgeDraft(context, { typed, decimalComma: false })?.ok).toBe(false);
  expect(judgeDraft(context, { typed })?.ok).toBe(false);
});

it('an address is one of the network that the venue names for the coin', () => {
  const { open } = factsOf('BTC');
  const onTestnet: WithdrawalCase = {
    ...context,
    facts: { ...open, coin: open.coin && { ...open.coin, network: 'testnet' } },
  };
  const press = { typed: TYPED['address of the test network'] };
  expect(judgeDraft(onTestnet, press)?.ok).toBe(true);
  expect(judgeDraft(onTestnet, { typed: { ...press.typed, address: ADDRESS } })).toMatchObject({
    ok: false,
    faults: { address: { code: 'WRONG_NETWORK', network: 'mainnet' } },
  });
  expect(judgeDraft(context, press)).toMatchObject({
    ok: false,
    faults: { address: { code: 'WRONG_NETWORK', network: 'testnet' } },
  });
});
