import { add, decimal, toText } from '../../src/domain/decimal.ts';
import { auditLedger } from '../../venue/ledger/audit.ts';
import { openEmbedded } from '../../venue/sql/embedded.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

interface Balance {
  readonly currency: string;
  readonly available: string;
}

test('GRIN: the venue is killed, and shut for maintenance, in the middle of a withdrawal and of a deposit', async ({
  page,
  guard,
  ownVenue,
}) => {
  test.slow();
  guard.expectOutage();
  guard.expect(/status of 503|: server/);
  const venue = await ownVenue({ CHAINS: 'manual' });
  await newTrader(page, venue.url);
  const call = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await page.request.post(`${venue.url}${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const read = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`${venue.url}${path}`)).json()) as T;
  const available = async (): Promise<string> => {
    const balances = await read<readonly Balance[]>('/user/balances');
    return balances.find(({ currency }) => currency === 'GRIN')?.available ?? '0';
  };
  /** `kill -9`, then a start on the same folder and port. */
  const crash = async (): Promise<void> => {
    await venue.kill();
    await venue.start();
  };
  const { items } = await read<{ items: { ticker: string; address_example: string }[] }>('/coin/coins');
  const address = items.find(({ ticker }) => ticker === 'GRIN')?.address_example ?? '';
  await call('/user/refund-address', { coin_ticker: 'GRIN', address });
  // The page asks before a running withdrawal is left.
  page.on('dialog', (dialog) => void dialog.accept());

  const wizard = new Wizard(page);
  await page.goto(`${venue.url}/withdraw/GRIN`);
  await expect(wizard.amount).toBeEnabled();
  await wizard.fill('5');
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.message).toHaveValue(/^BEGINSLATEPACK\. [^\n]+ ENDSLATEPACK\.$/);
  const message = await wizard.message.inputValue();
  const rest = await available();

  await test.step('killed once the message was given: the wizard continues at the same step', async () => {
    await crash();
    await page.reload();
    await expect(wizard.message).toHaveValue(message);
    expect(await available()).toBe(rest);
  });
  await test.step('maintenance: the way back leads to the same step', async () => {
    // The first try and three retries.
    await call('/sandbox/fail', { call: 'coins', status: 503, times: 4 });
    await page.reload();
    await expect(page).toHaveURL(/\/maintenance$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/withdraw\/GRIN$/);
    await expect(wizard.message).toHaveValue(message);
  });
  await test.step('killed before the reply came: once the server reports that it still waits, the same reply may be sent again', async () => {
    const { slatepack_message: reply = '' } = await call('/sandbox/grin/receive', {
      slatepack_message: message,
    });
    await wizard.reply.fill(reply);
    await venue.kill();
    await wizard.button('Finalize').click();
    await wizard.button('Stop looking').click();
    await expect(wizard.button('Check again')).toBeVisible();
    await expect(wizard.button('Finalize again')).toBeHidden();
    await venue.start();
    await wizard.button('Check again').click();
    await wizard.button('Finalize again').click();
    await expect(wizard.heading('Broadcasted successfully')).toBeVisible();
    await call('/sandbox/mine', { coin: 'GRIN', blocks: 31 });
    expect(await available()).toBe(rest);
  });

  const region = page.getByRole('region', { name: 'GRIN deposit' });
  const field = region.getByRole('textbox', { name: 'Slatepack message' });
  const answer = region.getByRole('textbox', { name: 'Signed slatepack' });
  const submit = async (text: string): Promise<void> => {
    await field.fill(text);
    await region.getByRole('button', { name: 'Submit slatepack' }).click();
  };
  const { slatepack_message: payment = '' } = await call('/sandbox/grin/send', { amount: '7' });
  await page.goto(`${venue.url}/deposit/GRIN`);
  await submit(payment);
  await expect(answer).toBeVisible();
  const signed = await answer.inputValue();
  /** A reload continues with the started deposit (DEPOSIT-14). */
  const startOver = async (): Promise<void> => {
    await page.reload();
    await expect(answer).toHaveValue(signed);
    await region.getByRole('button', { name: 'Make another deposit' }).click();
  };

  await test.step('killed once the deposit was signed: the same message gets the same answer', async () => {
    await crash();
    await startOver();
    await submit(payment);
    await expect(answer).toHaveValue(signed);
  });
  await test.step('maintenance between: the text stays, and is taken later', async () => {
    await startOver();
    await call('/sandbox/fail', { call: 'receiveGrinDeposit', status: 503 });
    await submit(payment);
    await expect(region.getByRole('alert').first()).toBeVisible();
    await expect(field).toHaveValue(payment);
    await region.getByRole('button', { name: 'Submit slatepack' }).click();
    await expect(answer).toHaveValue(signed);
  });
  await test.step('finalized in the wallet, killed, mined, credited once', async () => {
    await call('/sandbox/grin/finalize', { slatepack_message: signed });
    await crash();
    await call('/sandbox/mine', { coin: 'GRIN', blocks: 31 });
    await expect.poll(available).toBe(toText(add(decimal(rest), decimal('7'))));
  });
  await test.step('the books balance', async () => {
    await venue.close();
    const store = await openEmbedded(venue.folder);
    expect(await auditLedger(store.pool)).toEqual([]);
    await store.close();
  });
});
