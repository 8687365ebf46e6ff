import { COINS, type Coin } from './coins.ts';
import { Refusal, required, signedIn, type Calls } from './http.ts';
import type { Ledger } from './ledger.ts';
import { coinNamed } from './records.ts';
import type { Shapes } from './style.ts';

export class Wallet {
  private readonly refunds = new Map<string, { address: string; at: number }>();
  private readonly shapes: Shapes;
  private readonly ledger: Ledger;

  constructor(shapes: Shapes, ledger: Ledger) {
    this.shapes = shapes;
    this.ledger = ledger;
  }

  needsRefund(account: number, coin: Coin): void {
    if (coin.refundRequired && !this.refunds.has(`${account}:${coin.ticker}`)) {
      throw new Refusal(400, `Set a refund address for ${coin.ticker} first`);
    }
  }

  readonly calls: Calls = {
    'GET /user/balances': (call) => {
      const account = signedIn(call);
      const rows = COINS.map((coin) => {
        const { available, inOrders } = this.ledger.of(account.id, coin.ticker);
        return {
          currency: coin.ticker,
          available: this.shapes.number(available),
          in_orders: this.shapes.number(inOrders),
        };
      });
      return { body: rows };
    },
    'GET /user/refund-address/status': (call) => {
      const { id } = signedIn(call);
      const rows = COINS.map((coin) => this.refundRecord(id, coin));
      return { body: { coins: rows } };
    },
    'GET /user/refund-address/count': (call) => {
      const { id } = signedIn(call);
      return { body: { count: COINS.filter((coin) => this.refunds.has(`${id}:${coin.ticker}`)).length } };
    },
    'POST /user/refund-address': (call) => {
      const { id } = signedIn(call);
      const coin = coinNamed(required(call.body, 'coin_ticker'));
      this.refunds.set(`${id}:${coin.ticker}`, { address: required(call.body, 'address'), at: Date.now() });
      return { body: this.shapes.written(this.refundRecord(id, coin)) };
    },
    'DELETE /user/refund-address/{coin}': (call) => {
      const { id } = signedIn(call);
      const coin = coinNamed(call.params[0] ?? '');
      if (!this.refunds.delete(`${id}:${coin.ticker}`)) throw new Refusal(404, 'No refund address is set');
      return { body: this.shapes.written({ coin_ticker: coin.ticker }) };
    },
  };

  private refundRecord(account: number, coin: Coin): Record<string, unknown> {
    const refund = this.refunds.get(`${account}:${coin.ticker}`);
    return this.shapes.record({
      coin_id: coin.id,
      coin_ticker: coin.ticker,
      coin_name: coin.name,
      refund_address_required: coin.refundRequired,
      refund_address: refund?.address,
      refund_set_at: this.shapes.time(refund?.at),
    });
  }
}
