import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNats } from '../../../scripts/nats.ts';
import { createLog } from '../../../venue/log.ts';
import { type Broker, LostAnswerError, openBroker } from '../../../venue/nodes/broker.ts';

const key = randomBytes(32);
let nats: Awaited<ReturnType<typeof startNats>>;
const lines: string[] = [];
const open = (): Promise<Broker> =>
  openBroker({ url: nats.url, scope: 'test', key, log: createLog((line) => void lines.push(line)) });

beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());

test('an answer that is too long for the broker is lost, and crashes nobody', async () => {
  const [asking, answering] = [await open(), await open()];
  answering.answer('one', async (question) =>
    question === 'long' ? randomBytes(1_500_000).toString('base64') : 'short',
  );
  await expect.poll(() => asking.ask('one', 'hello', 2000).catch(() => null)).toBe('short');
  await expect(asking.ask('one', 'long', 500)).rejects.toBeInstanceOf(LostAnswerError);
  expect(lines.join('\n')).toContain('a question of another node');
  expect(await asking.ask('one', 'hello', 5000)).toBe('short');
  await asking.close();
  await answering.close();
});

test('a node can leave while its broker is away', async () => {
  const broker = await open();
  await nats.kill();
  await expect.poll(() => broker.isConnected, { timeout: 30_000 }).toBe(false);
  await broker.close();
  expect(broker.isConnected).toBe(false);
  await nats.start();
});

test('a question pending when the broker is lost ends at once, with an unknown outcome', async () => {
  const [asking, answering] = [await open(), await open()];
  let isAsked = false;
  answering.answer('two', (question) => {
    if (question === 'hello') return Promise.resolve('here');
    isAsked = true;
    return new Promise(() => undefined);
  });
  await expect.poll(() => asking.ask('two', 'hello', 2000).catch(() => null)).toBe('here');
  const ended = asking.ask('two', 'wait', 600_000).catch((error: unknown) => error);
  await expect.poll(() => isAsked).toBe(true);
  await nats.kill();
  expect(await ended).toBeInstanceOf(LostAnswerError);
  await Promise.all([asking.close(), answering.close()]);
  await nats.start();
});
