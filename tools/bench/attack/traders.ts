// Traders who do nothing but trade: they place and cancel orders, read balances, withdraw and sign in.
import { quantile, round } from '../figures.ts';
import { openAccounts } from './http.ts';

const TRADERS = 50;
/** Milliseconds between two actions of one trader. */
const PACE = 2000;
const ORDER = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', price: '0.0001', quantity: '1' };
/** A valid address of nobody. */
const WITHDRAWAL = {
  currency: 'BTC',
  amount: '0.001',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};

export interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly actions: number;
  readonly failed: number;
  readonly why: string;
}

export interface Traders {
  /** Lets them work for a time. */
  work(milliseconds: number): Promise<Figures>;
  close(): void;
}

export async function openTraders(url: string): Promise<Traders> {
  const callers = await openAccounts(url, TRADERS, 'honest', (index) => `198.51.100.${1 + index}`);

  async function act(index: number, round_: number): Promise<string | null> {
    const caller = callers[index];
    if (!caller) return null;
    const step = (index + round_) % 20;
    if (step === 19) {
      const { status } = await caller.call('POST', '/withdrawal/withdrawals/create', WITHDRAWAL);
      return status < 300 ? null : `withdrawal ${status}`;
    }
    if (step === 18) {
      const { status } = await caller.signIn();
      return status < 300 ? null : `login ${status}`;
    }
    if (step % 2 === 0) {
      const { status } = await caller.call('GET', '/user/balances');
      return status < 300 ? null : `balances ${status}`;
    }
    const placed = await caller.call('POST', '/order/orders/limit', ORDER);
    if (placed.status >= 300) return `order ${placed.status}`;
    const { id } = JSON.parse(placed.body) as { id: string };
    const { status } = await caller.call('DELETE', `/order/cancel/${id}`);
    return status < 300 ? null : `cancel ${status}`;
  }

  return {
    async work(milliseconds) {
      const end = performance.now() + milliseconds;
      const took: number[] = [];
      const failures = new Map<string, number>();
      await Promise.all(
        callers.map(async (_, index) => {
          await new Promise((resolve) => setTimeout(resolve, (index / TRADERS) * PACE));
          for (let count = 0; performance.now() < end; count += 1) {
            const began = performance.now();
            const failure = await act(index, count).catch((error: Error) => error.message);
            const lasted = performance.now() - began;
            took.push(lasted);
            if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
            await new Promise((resolve) => setTimeout(resolve, Math.max(0, PACE - lasted)));
          }
        }),
      );
      return {
        p50: round(quantile(took, 0.5)),
        p99: round(quantile(took, 0.99)),
        longest: round(quantile(took, 1)),
        actions: took.length,
        failed: [...failures.values()].reduce((sum, count) => sum + count, 0),
        why: [...failures].map(([why, count]) => `${count} ${why}`).join(', '),
      };
    },
    close() {
      for (const caller of callers) caller.close();
    },
  };
}
