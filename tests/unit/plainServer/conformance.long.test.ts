import { describe, expect, it } from 'vitest';
import { checkServer, DEFAULTS } from '../../../tools/conformance/run.ts';
import { PlainServer } from '../../plainServer/server.ts';
import { slatepacks } from '../../plainServer/slatepacks.ts';
import { styles } from '../../plainServer/style.ts';

const ORIGIN = 'https://client.example';
const account = { email: 'trader@example.org', password: 'Correct-Horse-7' };

describe('a server written only from the specifications', () => {
  it.each(styles().map((style, index) => [index, style] as const))(
    'holds every requirement, in the habits %i',
    async (_index, style) => {
      const server = new PlainServer({ style, slatepacks, origin: () => ORIGIN });
      const url = new URL(await server.start());
      try {
        const fields = { ...account, username: 'plain', confirm_password: account.password };
        await fetch(new URL('/auth/register', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(fields),
        });
        for (const coin of ['BTC', 'XMR', 'USDT']) server.credit(account.email, coin, '1000');
        for (const [side, price] of [
          ['SELL', '0.0041'],
          ['BUY', '0.0039'],
          ['SELL', '0.004'],
          ['BUY', '0.004'],
        ] as const) {
          server.trade('XMR-BTC', side, price, '1');
        }
        const settings = {
          ...DEFAULTS,
          server: url,
          origin: ORIGIN,
          claims: new Set<never>(),
          account,
          mayWrite: true,
          listen: 300,
        };
        const outcome = await checkServer(settings, () => undefined);
        expect(outcome.verdicts.filter(({ holds }) => holds === false)).toEqual([]);
        expect(outcome.ended).toBeNull();
        const seen = outcome.verdicts.filter(({ holds }) => holds).map(({ id }) => id);
        expect(seen).toEqual(
          expect.arrayContaining([
            'orders.place',
            'orders.cancel',
            'support.comment',
            'socket.book',
            'cors.answer',
          ]),
        );
      } finally {
        await server.stop();
      }
    },
  );
});
