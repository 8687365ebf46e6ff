import { describe, expect, it } from 'vitest';
import { createDeposits } from '../../../src/machines/deposit/deposits.ts';
import { depositImplementations } from '../../../src/machines/deposit/deposit.actors.ts';
import { depositMachine } from '../../../src/machines/deposit/deposit.machine.ts';
import { coinOf, refundOf } from '../../models/deposit.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
};

function build() {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  let watched = 0;
  const machine = depositMachine.provide(
    depositImplementations({
      http: network.http,
      reportOutage: () => undefined,
      watchFacts: (listener) => {
        watched += 1;
        const coins = [coinOf('BTC'), coinOf('XMR')];
        const refundAddresses = [refundOf('BTC', 'r1'), refundOf('XMR', 'r2')];
        listener.known({ coins, refundAddresses, failure: null });
        return { reload: () => undefined, stop: () => (watched -= 1) };
      },
    }),
  );
  const deposits = createDeposits({ machine, clock: new TestClock(), defect: () => undefined });
  return { deposits, network, effects, watched: () => watched };
}

const POST = 'POST /user/deposit-address {"coin_ticker":"BTC"}';

describe('one visit is one request for an address (DEPOSIT-01)', () => {
  it('however React puts the page up: effects run, cleaned up and run again', async () => {
    const { deposits, effects } = build();
    const leaveAtOnce = deposits.of('BTC', 'u1').watch();
    leaveAtOnce();
    const leave = deposits.of('BTC', 'u1').watch();
    const other = deposits.of('BTC', 'u1').watch();
    await settled();
    expect(effects).toEqual([POST]);
    leave();
    leave();
    await settled();
    other();
    await settled();
    expect(effects).toEqual([POST, 'abort POST /user/deposit-address']);
  });

  it('asking for the visit starts nothing', async () => {
    const { deposits, effects, watched } = build();
    deposits.of('BTC', 'u1');
    await settled();
    expect([effects, watched()]).toEqual([[], 0]);
  });

  it('another visit, another coin or another user asks anew', async () => {
    const { deposits, network, effects } = build();
    const leave = deposits.of('BTC', 'u1').watch();
    await settled();
    network.reply({ status: 200, body: { address: 'bc1q' } });
    await settled();
    leave();
    await settled();
    deposits.of('BTC', 'u1').watch();
    deposits.of('XMR', 'u1').watch();
    deposits.of('BTC', 'u2').watch();
    await settled();
    expect(effects).toEqual([POST, POST, POST.replace('BTC', 'XMR'), POST]);
  });
});
