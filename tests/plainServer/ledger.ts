import { Refusal } from './http.ts';
import { money, type Money } from './money.ts';

export interface Holding {
  available: Money;
  inOrders: Money;
}

export class Ledger {
  private readonly holdings = new Map<string, Holding>();

  of(account: number, ticker: string): Holding {
    const key = `${account}:${ticker}`;
    let holding = this.holdings.get(key);
    if (holding === undefined) {
      holding = { available: 0n, inOrders: 0n };
      this.holdings.set(key, holding);
    }
    return holding;
  }

  add(account: number, ticker: string, amount: Money): void {
    this.of(account, ticker).available += amount;
  }

  take(account: number, ticker: string, amount: Money): void {
    const holding = this.of(account, ticker);
    if (holding.available < amount) throw new Refusal(400, 'Insufficient balance');
    holding.available -= amount;
  }

  bind(account: number, ticker: string, amount: Money): void {
    this.take(account, ticker, amount);
    this.of(account, ticker).inOrders += amount;
  }

  free(account: number, ticker: string, amount: Money): void {
    this.spend(account, ticker, amount);
    this.add(account, ticker, amount);
  }

  spend(account: number, ticker: string, amount: Money): void {
    this.of(account, ticker).inOrders -= amount;
  }
}

/** Traders of the tests, who never run out of coins. */
export const HOUSE = 0;
export const ENDLESS = money('1000000000');
