import { expect, it } from 'vitest';
import { ownsPath } from '../../../venue/http/calls/every.ts';
import { serve } from '../accounts/served.ts';
import { oneDatabase } from '../databases.ts';
import { until } from './harness.ts';

it('the newest seal is published to everybody (LEDGER-04)', async () => {
  const venue = await serve(oneDatabase);
  try {
    // Starter coins of the sandbox's account are sealed when the venue starts.
    const read = () => venue.browser().get('/ledger/heads');
    await until(async () => ((await read()).body.heads as unknown[]).length > 0);
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toEqual({
      heads: [
        {
          number: expect.any(Number) as number,
          hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        },
      ],
    });
    expect(ownsPath('/ledger/heads')).toBe(true);
  } finally {
    await venue.close();
  }
});
