import type { Coin } from './coins.ts';
import { Refusal, required, signedIn, type Answer, type Call, type Calls } from './http.ts';
import type { Ledger } from './ledger.ts';
import { amountOf, type Money } from './money.ts';
import { coinNamed, hash, historyOf, oneLine, ownOf, type Slatepacks } from './records.ts';
import type { Shapes } from './style.ts';
import type { Wallet } from './wallet.ts';

export interface Withdrawal {
  readonly id: number;
  readonly account: number;
  readonly coin: Coin;
  readonly amount: Money;
  readonly address: string;
  state: 'created' | 'pending' | 'completed' | 'failed' | 'cancelled';
  hash: string | undefined;
  readonly createdAt: number;
  updatedAt: number;
}

export class Withdrawals {
  readonly all: Withdrawal[] = [];
  private readonly shapes: Shapes;
  private readonly ledger: Ledger;
  private readonly wallet: Wallet;
  private readonly slatepacks: Slatepacks;

  constructor(shapes: Shapes, ledger: Ledger, wallet: Wallet, slatepacks: Slatepacks) {
    this.shapes = shapes;
    this.ledger = ledger;
    this.wallet = wallet;
    this.slatepacks = slatepacks;
  }

  complete(withdrawal: Withdrawal): void {
    withdrawal.state = 'completed';
    withdrawal.hash = hash('f', withdrawal.id);
    withdrawal.updatedAt = Date.now();
  }

  readonly calls: Calls = {
    'POST /withdrawal/withdrawals/create': (call) => this.withdraw(call),
    'POST /withdrawal/withdrawals/grin/finalize-withdrawal': (call) => this.finalize(call),
    'GET /withdrawal/withdrawals/user/history': (call) =>
      historyOf(this.shapes, call, this.all, (one) => this.record(one)),
    'GET /withdrawal/withdrawals/{id}/status': (call) => ({
      body: this.record(ownOf(this.shapes, call, this.all)),
    }),
  };

  private record(one: Withdrawal): Record<string, unknown> {
    const { shapes } = this;
    const state = shapes.style.operations === 'upper' ? one.state.toUpperCase() : one.state;
    return shapes.record({
      [shapes.name('withdrawal_id', 'id')]: shapes.id(one.id),
      [shapes.name('coin_ticker', 'currency')]: one.coin.ticker,
      amount: shapes.number(one.amount),
      [shapes.name('our_fee_amount', 'fee')]: shapes.number(one.coin.fee),
      network_fee: undefined,
      [shapes.name('state', 'status')]: state,
      [shapes.name('tx_hash', 'txid', 'transaction_hash')]: one.hash,
      extra_id: one.coin.ticker === 'GRIN' ? `slate-${one.id}` : undefined,
      address: one.address === '' ? undefined : one.address,
      [shapes.name('tag', 'memo')]: undefined,
      [shapes.name('created_at', 'timestamp')]: shapes.time(one.createdAt),
      updated_at: shapes.time(one.updatedAt),
      confirmed_at: one.state === 'completed' ? shapes.time(one.updatedAt) : undefined,
      confirmed: one.state === 'completed',
      deposit_id: undefined,
    });
  }

  private withdraw(call: Call): Answer {
    const account = signedIn(call);
    const coin = coinNamed(required(call.body, 'currency', 'symbol'));
    const amount = typeof call.body.amount === 'string' ? amountOf(call.body.amount) : undefined;
    if (amount === undefined || amount <= 0n) {
      throw new Refusal(422, 'amount must be a positive amount as text');
    }
    if (amount < coin.minimum) throw new Refusal(400, 'The amount is below the minimum');
    const { cooldown } = account;
    if (cooldown !== undefined && cooldown.until > Date.now()) {
      throw new Refusal(403, 'Withdrawals are paused', {
        message: 'Withdrawals are paused',
        reason: cooldown.reason,
        time_remaining: `${Math.ceil((cooldown.until - Date.now()) / 60_000)} minutes`,
        cooldown_until: this.shapes.time(cooldown.until),
      });
    }
    const isGrin = coin.ticker === 'GRIN';
    const address = isGrin ? '' : required(call.body, 'address');
    if (!isGrin && address.length < 10) throw new Refusal(422, 'This is not an address');
    this.wallet.needsRefund(account.id, coin);
    this.ledger.take(account.id, coin.ticker, amount + coin.fee);
    const at = Date.now();
    const id = this.all.length + 1;
    const state = isGrin ? 'created' : 'pending';
    this.all.push({
      id,
      account: account.id,
      coin,
      amount,
      address,
      state,
      hash: undefined,
      createdAt: at,
      updatedAt: at,
    });
    const { shapes } = this;
    const body = shapes.record({
      [shapes.name('id', 'withdrawal_id')]: shapes.id(id),
      // Where no status is given, the specification has one.
      status: shapes.style.missing === 'null' ? state : undefined,
      ...(isGrin ? { [shapes.name('slatepack_message', 'slatepack')]: this.slatepacks.withdrawal.sent } : {}),
    });
    return { status: 201, body };
  }

  private finalize(call: Call): Answer {
    const account = signedIn(call);
    const signed = oneLine(required(call.body, 'slatepack_message'));
    if (signed !== oneLine(this.slatepacks.withdrawal.signed)) {
      throw new Refusal(400, 'This slatepack does not answer ours');
    }
    const waiting = this.all.findLast(
      (one) => one.account === account.id && one.coin.ticker === 'GRIN' && one.state === 'created',
    );
    if (waiting === undefined) throw new Refusal(404, 'No withdrawal waits for this slatepack');
    this.complete(waiting);
    return { body: { broadcast: true, tx_hash: waiting.hash } };
  }
}
