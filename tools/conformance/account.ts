import { randomUUID } from 'node:crypto';
import type { CallName } from '../../src/services/contract/index.ts';
import { isWaiting, type Order } from '../../src/domain/order.ts';
import { ask, type Context, isRefused, read, type Session } from './context.ts';
import type { RequirementId } from './requirements.ts';

const READS: readonly (readonly [
  name: CallName,
  requirement: RequirementId,
  query?: Record<string, string>,
])[] = [
  ['balances', 'account.balances'],
  ['executions', 'account.executions', { pair: '', skip: '0', limit: '20' }],
  ['refundAddresses', 'account.refundAddresses', { trading_enabled_only: 'false' }],
  ['refundAddressCount', 'account.refundAddresses'],
  ['deposits', 'account.deposits', { limit: '10', offset: '0' }],
  ['depositAddresses', 'account.deposits'],
  ['withdrawals', 'account.withdrawals', { limit: '10', offset: '0' }],
  ['tickets', 'account.tickets', { limit: '5', offset: '0' }],
];

export async function checkAccount(context: Context, { headers }: Session): Promise<void> {
  const { report } = context;
  for (const [name, requirement, query] of READS) {
    const { answer } = await read(context, name, requirement, { headers, ...(query ? { query } : {}) });
    const rule = answer.headers.get('cache-control') ?? '';
    const mayShare =
      /\bpublic\b|s-maxage=[1-9]/.test(rule) ||
      (/max-age=[1-9]/.test(rule) && !/private|no-store/.test(rule));
    report.expect('account.cache', !mayShare, `${answer.what} says ${rule}`);
  }
  const orders = await readOpen(context, headers, { limit: '20' });
  report.expect('market.limit', orders.length <= 20, 'GET /order/orders?limit=20 answers more than 20');
  await checkForeign(context, headers);
}

const OPEN = ['OPENED', 'PARTIALLY_FILLED'];

export async function readOpen(
  context: Context,
  headers: Session['headers'],
  filter: Readonly<Record<string, string>>,
): Promise<readonly Order[]> {
  const query = { state: OPEN.join(','), skip: '0', ...filter };
  const orders = (await read(context, 'orders', 'account.orders', { headers, query })).value ?? [];
  const open = orders.filter((order) => OPEN.includes(order.state) || isWaiting(order));
  const isRight = open.length === orders.length;
  context.report.expect('account.orders', isRight, 'Orders of other states are among the open ones');
  return open;
}

async function checkForeign(context: Context, headers: Session['headers']): Promise<void> {
  const params = { id: randomUUID() };
  for (const name of ['depositStatus', 'withdrawalStatus', 'ticket', 'comments', 'cancelOrder'] as const) {
    const answer = await ask(context, name, { params, headers });
    const { what, status } = answer;
    // A 401 would end the session of a page that asks for something deleted.
    context.report.expect(
      'account.foreign',
      isRefused(answer) && status !== 401,
      `${what} was answered with ${status}`,
    );
  }
}
