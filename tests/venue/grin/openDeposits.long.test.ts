import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, codeOf } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, startGrin, WINDOW } from './harness.ts';

describe.each(databases)('open GRIN deposits on $name', (kind) => {
  let g: GrinHarness;
  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());

  it('nobody has more than twenty at a time', async () => {
    const [account, other] = [await g.account(), await g.account()];
    const answers: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      answers.push(accepted(await g.grin.receive(account, await g.begin('1'))).slatepack);
    }
    const s1 = await g.begin('1');
    expect(codeOf(await g.grin.receive(account, s1))).toBe('TOO_MANY_OPEN');
    accepted(await g.grin.receive(other, await g.begin('1')));
    accepted(await g.userWallet.finalize(answers[0] ?? ''));
    accepted(await g.grin.receive(account, s1));
    expect(codeOf(await g.grin.receive(account, await g.begin('1')))).toBe('TOO_MANY_OPEN');
    g.t.clock += WINDOW;
    await g.t.network.expire();
    accepted(await g.grin.receive(account, await g.begin('1')));
  });
});
