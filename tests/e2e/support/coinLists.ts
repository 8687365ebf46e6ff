import type { Page, Request, Route } from '@playwright/test';
import type { Coin } from '../../../src/domain/coin.ts';
import type { RefundAddress } from '../../../src/domain/refundAddress.ts';
import { SOON } from './soon.ts';
import { expect } from './test.ts';

const COINS = /\/coin\/coins\?/;
const REFUNDS = /\/user\/refund-address\/status/;

export const coinsAnswer = (coins: readonly Coin[]) => ({
  items: coins.map((coin) => ({
    ticker: coin.ticker,
    name: coin.name,
    network: coin.network,
    is_deposit_enabled: coin.isDepositEnabled,
    is_withdrawal_enabled: coin.isWithdrawalEnabled,
    refund_address_required: coin.refundAddressRequired,
    min_deposit_amount: coin.minDepositAmount,
  })),
});

export const refundsAnswer = (refunds: readonly RefundAddress[]) => ({
  coins: refunds.map(({ ticker, address }) => ({ coin_ticker: ticker, refund_address: address })),
});

/** So that a pretended session is not refused. */
export async function answerTheRest(page: Page): Promise<void> {
  await page.route('**/user/balances', (route) => route.fulfill({ json: [] }));
  await page.route('**/deposit/deposits/user/history?*', (route) => route.fulfill({ json: [] }));
}

interface Reply {
  readonly status?: number;
  readonly json: unknown;
}

/** Every request waits for its answer. */
export class CoinLists {
  readonly #coins: Route[] = [];
  readonly #refunds: Route[] = [];

  async start(page: Page): Promise<void> {
    await page.route(COINS, (route) => void this.#coins.push(route));
    await page.route(REFUNDS, (route) => void this.#refunds.push(route));
    page.on('requestfailed', (request) => this.#forget(request));
  }

  #forget(request: Request): void {
    for (const held of [this.#coins, this.#refunds]) {
      const index = held.findIndex((route) => route.request() === request);
      if (index !== -1) held.splice(index, 1);
    }
  }

  async answerCoins(reply: Reply, isAwaited = true): Promise<void> {
    if (isAwaited) await expect.poll(() => this.#coins.length, SOON).toBeGreaterThan(0);
    for (const route of this.#coins.splice(0)) await route.fulfill({ status: 200, ...reply });
  }

  async answerRefunds(reply: Reply): Promise<void> {
    await expect.poll(() => this.#refunds.length, SOON).toBeGreaterThan(0);
    for (const route of this.#refunds.splice(0)) await route.fulfill({ status: 200, ...reply });
  }

  get isRefundsAwaited(): boolean {
    return this.#refunds.length > 0;
  }
}
