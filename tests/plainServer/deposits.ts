import { type Coin } from './coins.ts';
import { Refusal, required, signedIn, type Answer, type Call, type Calls } from './http.ts';
import type { Ledger } from './ledger.ts';
import type { Money } from './money.ts';
import { coinNamed, hash, historyOf, oneLine, ownOf, type Slatepacks } from './records.ts';
import type { Shapes } from './style.ts';
import type { Wallet } from './wallet.ts';

export interface Deposit {
  readonly id: number;
  readonly account: number;
  readonly coin: Coin;
  readonly amount: Money;
  readonly address: string | undefined;
  confirmations: number;
  hash: string | undefined;
  readonly createdAt: number;
  confirmedAt: number | undefined;
}

export class Deposits {
  readonly all: Deposit[] = [];
  private readonly addresses = new Map<
    string,
    { address: string; account: number; coin: Coin; at: number }
  >();
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

  pay(address: string, amount: Money, confirmations = 0): Deposit {
    const known = this.addresses.get(address);
    if (known === undefined) throw new Error(`nobody's address: ${address}`);
    return this.receive(known.account, known.coin, amount, address, confirmations);
  }

  confirm(deposit: Deposit, confirmations = deposit.coin.confirmations): void {
    deposit.confirmations = confirmations;
    if (confirmations < deposit.coin.confirmations || deposit.confirmedAt !== undefined) return;
    deposit.confirmedAt = Date.now();
    this.ledger.add(deposit.account, deposit.coin.ticker, deposit.amount);
  }

  readonly calls: Calls = {
    'POST /user/deposit-address': (call) => this.createAddress(call),
    'GET /user/deposit-address/list': (call) => {
      const { id } = signedIn(call);
      const ticker = call.query.get('coin_ticker') ?? '';
      const rows = [...this.addresses.values()]
        .filter((one) => one.account === id && (ticker === '' || one.coin.ticker === ticker))
        .map((one) => ({
          coin_ticker: one.coin.ticker,
          address: one.address,
          created_at: this.shapes.time(one.at),
        }));
      return { body: this.shapes.list(rows) };
    },
    'POST /deposit/deposits/grin/receive': (call) => this.receiveGrin(call),
    'GET /deposit/deposits/user/history': (call) =>
      historyOf(this.shapes, call, this.all, (one) => this.depositRecord(one)),
    'GET /deposit/deposits/{id}/status': (call) => ({
      body: this.depositRecord(ownOf(this.shapes, call, this.all)),
    }),
  };

  private createAddress(call: Call): Answer {
    const account = signedIn(call);
    const coin = coinNamed(required(call.body, 'coin_ticker'));
    if (coin.ticker === 'GRIN') throw new Refusal(400, 'GRIN has no addresses');
    this.wallet.needsRefund(account.id, coin);
    const held = [...this.addresses.values()].find((one) => one.account === account.id && one.coin === coin);
    const known = held ?? {
      address: `${coin.ticker.toLowerCase()}${account.id}plain${'q'.repeat(24)}`,
      account: account.id,
      coin,
      at: Date.now(),
    };
    this.addresses.set(known.address, known);
    return { status: 201, body: { address: known.address } };
  }

  private receive(
    account: number,
    coin: Coin,
    amount: Money,
    address: string | undefined,
    confirmations: number,
  ) {
    const id = this.all.length + 1;
    const deposit: Deposit = {
      id,
      account,
      coin,
      amount,
      address,
      confirmations: 0,
      hash: coin.ticker === 'GRIN' ? undefined : hash('d', id),
      createdAt: Date.now(),
      confirmedAt: undefined,
    };
    this.all.push(deposit);
    this.confirm(deposit, confirmations);
    return deposit;
  }

  private depositRecord(one: Deposit): Record<string, unknown> {
    const { shapes } = this;
    const done = one.confirmedAt !== undefined;
    return shapes.record({
      [shapes.name('deposit_id', 'id')]: shapes.id(one.id),
      [shapes.name('coin_ticker', 'currency')]: one.coin.ticker,
      amount: shapes.number(one.amount),
      state: done ? 'NO_ACCUMULATION' : 'WAITING_FOR_ACCUMULATION',
      monitoring_state: done ? 'CONFIRMED' : one.confirmations === 0 ? 'NOT_CHECKED' : 'UNCONFIRMED',
      confirmations: shapes.count(one.confirmations),
      [shapes.name('tx_hash', 'txid', 'transaction_hash')]: one.hash,
      extra_id: one.coin.ticker === 'GRIN' ? `slate-${one.id}` : undefined,
      address: one.address,
      fee_amount: shapes.number(0n),
      [shapes.name('tag', 'memo')]: undefined,
      [shapes.name('created_at', 'timestamp')]: shapes.time(one.createdAt),
      updated_at: shapes.time(one.confirmedAt ?? one.createdAt),
      confirmed_at: shapes.time(one.confirmedAt),
    });
  }

  private receiveGrin(call: Call): Answer {
    const account = signedIn(call);
    const { deposit } = this.slatepacks;
    const slatepack = oneLine(required(call.body, 'slatepack_message', 'slatepack'));
    if (!/^BEGINSLATEPACK\..*ENDSLATEPACK\.$/.test(slatepack))
      throw new Refusal(400, 'This is not a slatepack');
    if (slatepack !== oneLine(deposit.sent)) throw new Refusal(400, 'This slatepack is not for us');
    const grin = coinNamed('GRIN');
    if (this.all.some((one) => one.coin === grin && one.account === account.id)) {
      throw new Refusal(400, 'This slatepack was received already');
    }
    this.receive(account.id, grin, deposit.amount, undefined, 0);
    const { grin: shape } = this.shapes.style;
    if (shape === 'text') return { plain: deposit.signed };
    return { body: shape === 'json string' ? deposit.signed : { [shape]: deposit.signed } };
  }
}
