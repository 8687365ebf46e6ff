import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Anvil } from '../../scripts/anvil.ts';
import { openChain } from '../../venue/chains/open.ts';
import { accepted, codeOf } from '../venue/coins/harness.ts';
import { type Fault, type LyingNode, startLyingNode } from './lyingNode.ts';
import { PROVING, type ProvingWorld } from './proving.ts';
import { LIAR, openTokens, PRETENDER, startTokenWorld, TOKEN, type TokenWorld } from './tokenWorld.ts';
import { type LiveCoin, startCoin } from './venue.ts';
import { someAddress, units } from './world.ts';

type World = ProvingWorld | TokenWorld;
type Coin = World['coin'];
type Payments = readonly (readonly [address: string, units: bigint])[];

const DOCUMENT = new URL('../../docs/operating.md', import.meta.url);
const COINS: readonly Coin[] = ['AVAX', 'USDT', 'BTC'];
/** What a deposit is that the user reads about; no deposit is read of at all. */
const READS = { credited: 'credited', 'too small': 'small' } as const;

interface Scene {
  readonly world: World;
  readonly venue: LiveCoin;
  /** Of a normal deposit, in units. */
  readonly amount: bigint;
  readonly tooLittle: bigint;
  readonly account: string;
  readonly address: string;
  readonly other: string;
  readonly others: string;
}

interface Row {
  readonly name: string;
  readonly coins: readonly Coin[];
  /** Normal deposits that are credited to the account, and to the other one. */
  readonly credited: readonly [own: number, other: number];
  readonly reads: readonly (keyof typeof READS)[];
  readonly pay: (scene: Scene) => Promise<unknown>;
}

const isToken = (world: World): world is TokenWorld => world.coin === 'USDT';

function payAll(world: World, ...to: Payments): Promise<unknown> {
  if (isToken(world)) return world.payBy(TOKEN, ...to);
  return world.payAll ? world.payAll(...to) : Promise.all(to.map((one) => world.pay(...one)));
}

const anvilOf = (world: World): Anvil => {
  const anvil = isToken(world) ? world.node.anvil : world.anvil;
  if (!anvil) throw new Error('this network has no contracts');
  return anvil;
};

/** By a contract on the network of AVAX or USDT. */
async function payBy(world: World, token: string, ...to: Payments): Promise<unknown> {
  if (isToken(world)) return world.payBy(token, ...to);
  const pay = await openTokens(anvilOf(world));
  return pay(token, ...to);
}

async function payDearly(world: World, to: string, amount: bigint): Promise<unknown> {
  const anvil = anvilOf(world);
  const [from] = (await anvil.call('eth_accounts')) as string[];
  const [value, price] = [amount * 10n ** 10n, 10n ** 14n].map((number) => `0x${number.toString(16)}`);
  const gas = { gas: '0x5208', maxFeePerGas: price, maxPriorityFeePerGas: price };
  return anvil.call('eth_sendTransaction', { from, to, value, ...gas });
}

const ROWS: readonly Row[] = [
  {
    name: 'less than the minimum',
    coins: COINS,
    credited: [0, 0],
    reads: ['too small'],
    pay: ({ world, address, tooLittle }) => payAll(world, [address, tooLittle]),
  },
  {
    name: 'to an old address, after a fresh one was made',
    coins: COINS,
    credited: [1, 0],
    reads: ['credited'],
    async pay({ world, venue, account, address, amount }) {
      const fresh = accepted(await venue.coins.freshAddress(account, world.coin));
      expect(fresh.address).not.toBe(address);
      await payAll(world, [address, amount]);
    },
  },
  {
    name: 'twice to one address in one transaction',
    coins: ['USDT', 'BTC'],
    credited: [2, 0],
    reads: ['credited', 'credited'],
    pay: ({ world, address, amount }) => payAll(world, [address, amount], [address, amount]),
  },
  {
    name: 'to two users at once',
    coins: ['USDT', 'BTC'],
    credited: [1, 1],
    reads: ['credited'],
    pay: ({ world, address, others, amount }) => payAll(world, [address, amount], [others, amount]),
  },
  {
    name: 'in a transaction with 200 outputs',
    coins: ['USDT', 'BTC'],
    credited: [1, 1],
    reads: ['credited'],
    async pay({ world, address, others, amount }) {
      const strangers: [string, bigint][] = [];
      while (strangers.length < 198)
        strangers.push([isToken(world) ? someAddress() : await world.outside(), units('0.0001')]);
      await payAll(world, [address, amount], ...strangers, [others, amount]);
    },
  },
  {
    name: 'in a token of the same name by another contract',
    coins: ['USDT'],
    credited: [0, 0],
    reads: [],
    pay: ({ world, address, amount }) => payBy(world, PRETENDER, [address, amount]),
  },
  {
    name: 'in a transfer that a contract only tells of',
    coins: ['AVAX', 'USDT'],
    credited: [0, 0],
    reads: [],
    pay: ({ world, address, amount }) => payBy(world, LIAR, [address, amount]),
  },
  {
    name: 'in a coin or token that the address is not for',
    coins: ['AVAX', 'USDT'],
    credited: [0, 0],
    reads: [],
    pay: ({ world, address, amount }) =>
      isToken(world) ? world.node.pay(address, amount) : payBy(world, TOKEN, [address, amount]),
  },
  {
    name: 'at a huge price of gas',
    coins: ['AVAX'],
    credited: [1, 0],
    reads: ['credited'],
    pay: ({ world, address, amount }) => payDearly(world, address, amount),
  },
];

/** Of the node that the venue reads. Nothing is credited, and nothing taken back, until it tells the truth again. */
const FAULTS: readonly Fault[] = [
  'claims to be higher',
  'claims to be lower',
  'never answers',
  'answers half',
  'hangs up',
];

const rowText = ({ name, coins, credited, reads }: Row): string => {
  const [own, other] = credited;
  const sum = other > 0 ? `${own}, other user ${other}` : String(own);
  return `| ${name} | ${coins.join(', ')} | ${sum} | ${reads.join(', ') || 'nothing'} |`;
};

describe.each(COINS)('what is paid badly in %s', (coin) => {
  let world: World;
  let venue: LiveCoin;

  beforeAll(async () => {
    world = coin === 'USDT' ? await startTokenWorld(3) : await PROVING[coin]();
    venue = await startCoin(world, world.confirmations);
  }, 600_000);
  afterAll(async () => {
    await venue?.close();
    await world?.close();
  });

  async function openScene(): Promise<Scene> {
    expect(await venue.follow()).toBeNull();
    const [account, other] = [await venue.core.account(), await venue.core.account()];
    return {
      world,
      venue,
      amount: units(coin === 'USDT' ? '20' : '0.5'),
      tooLittle: units(coin === 'USDT' ? '0.5' : '0.00001'),
      account,
      other,
      address: await venue.addressOf(account),
      others: await venue.addressOf(other),
    };
  }

  async function held(account: string): Promise<bigint> {
    return units(await venue.free(account));
  }

  it.each(ROWS.filter(({ coins }) => coins.includes(coin)))(
    '$name (CHAIN-20)',
    async ({ pay, credited, reads }) => {
      const scene = await openScene();
      const { account, other, amount } = scene;
      await pay(scene);
      await world.mine(world.confirmations);
      expect(await venue.follow()).toBeNull();
      expect([await held(account), await held(other)]).toEqual(
        credited.map((count) => BigInt(count) * amount),
      );
      expect(await venue.depositStages(account)).toEqual(reads.map((word) => READS[word]));
      await venue.audited();
    },
  );

  describe('by a node that cannot be believed', () => {
    let lying: LyingNode;
    beforeAll(async () => {
      lying = await startLyingNode(world.settings.url);
    });
    afterAll(() => lying?.close());

    it.each(FAULTS)(
      'that %s: nothing is credited or taken back, and it opens again (CHAIN-20)',
      async (fault) => {
        const { reader } = openChain({ ...world.settings, url: lying.url }, Date.now);
        const { account, other, address, others, amount } = await openScene();
        await payAll(world, [others, amount]);
        await world.mine(world.confirmations);
        lying.fault = null;
        expect(await venue.follow(reader)).toBeNull();
        // A block too few, whatever the node says.
        await payAll(world, [address, amount]);
        await world.mine(world.confirmations - 1);
        lying.fault = fault;
        const closed = await venue.follow(reader);
        expect(['down', 'syncing']).toContain(closed);
        expect([await held(account), await held(other)]).toEqual([0n, amount]);
        expect(codeOf(await venue.coins.freshAddress(account, coin))).toBe('DEPOSITS_DISABLED');
        lying.fault = null;
        expect(await venue.follow(reader)).toBeNull();
        expect([await held(account), await held(other)]).toEqual([0n, amount]);
        await world.mine(1);
        expect(await venue.follow(reader)).toBeNull();
        expect([await held(account), await held(other)]).toEqual([amount, amount]);
        await venue.audited();
      },
    );
  });
});

it('the table is in the documents (CHAIN-20)', () => {
  const document = readFileSync(DOCUMENT, 'utf8').replaceAll(/ +/g, ' ');
  const missing = ROWS.map(rowText).filter((row) => !document.includes(row));
  expect(missing).toEqual([]);
  for (const fault of FAULTS) expect(document).toContain(fault);
});
