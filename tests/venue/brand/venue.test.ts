import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTrader, PASSWORD, startVenue } from '../edge/harness.ts';
import { brandFolder } from './folder.ts';

it('a venue uses its brand name in authenticator apps, passkeys and support answers (BRAND-02)', async () => {
  const folder = brandFolder();
  const target = await startVenue({ BRAND_DIR: folder });
  rmSync(folder, { recursive: true });
  try {
    const trader = await openTrader(target);
    const options = await trader.post('/auth/passkeys/options', { password: PASSWORD });
    expect(options.body).toMatchObject({ rp: { name: 'Still & Water' } });
    const { qr_code: uri } = (await trader.post('/auth/2fa/enable')).body as { qr_code: string };
    expect(new URL(uri).searchParams.get('issuer')).toBe('Still & Water');
    const ticket = await trader.post('/support/tickets/create', {
      subject: 'Where is it?',
      description: 'I sent 0.5 XMR.',
      category: 'deposit',
    });
    const { id } = ticket.body as { id: string };
    await trader.post('/sandbox/support/reply', { ticket: id, text: 'We look.' });
    const comments = await trader.get(`/support/tickets/comments/list/${id}`);
    expect(comments.body).toMatchObject({ items: [{ user_username: 'Still & Water support' }] });
  } finally {
    await target.close();
  }
});
