import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChainPayment,
  type ChainReader,
  type ChainSender,
  namesOf,
  type OwnOutput,
} from '../../../venue/chains/port.ts';
import { NodeRefusedError } from '../../../venue/chains/rpc.ts';

/** A chain, with the means to change it. */
export interface ChainWorld {
  readonly chain: ChainReader & ChainSender;
  /** An address that the venue's wallet can pay to; it belongs to nobody. */
  readonly outside: string;
  /** From outside; it waits for a block. @param units of 0.00000001. @returns its hash. */
  pay(address: string, units: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces the latest blocks by as many and one more. Payments in them are dropped. */
  reorganise(depth: number): Promise<void>;
  /** What the venue can spend, where the chain has no nonces. */
  outputs?(): Promise<readonly OwnOutput[]>;
  /** Whether coins are taken back by hand, or not at all. */
  readonly hasNoReturn?: boolean;
  close(): Promise<void>;
}

const AMOUNT = 150_000_000n;

/**
 * What the venue relies on in every adapter. @param open starts a separate chain for the suite.
 * @param hasAddresses false where both sides make a payment together, and its hash is all that the chain shows (GRIN).
 */
export function testChain(name: string, open: () => Promise<ChainWorld>, hasAddresses = true): void {
  describe(`${name}: what every chain tells and does (CHAIN-01)`, () => {
    let world: ChainWorld;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world?.close());

    async function paidIn(height: number): Promise<readonly ChainPayment[] | null> {
      const block = await world.chain.blockAt(height);
      return block && world.chain.paymentsIn(block);
    }

    const addressOf = (number: bigint): string => {
      if (!hasAddresses) return '';
      const address = world.chain.addressOf(number);
      if (address === null) throw new Error('this chain has no addresses');
      return address;
    };

    async function hiddenIn(height: number): Promise<readonly ChainPayment[]> {
      const block = await world.chain.blockAt(height);
      const hidden = block && (await world.chain.hiddenIn?.(block));
      return (hidden?.kernels ?? []).map((txHash) => ({ txHash, output: 0, address: '', amount: AMOUNT }));
    }

    /** Without the change that goes back to the payer. */
    const toUs = async (height: number): Promise<readonly ChainPayment[]> => {
      if (!hasAddresses) return hiddenIn(height);
      const ours = new Set([3n, 4n, 5n].map(addressOf));
      return ((await paidIn(height)) ?? []).filter(({ address }) => ours.has(address));
    };

    it.runIf(hasAddresses)('addresses differ by their number and stay the same', () => {
      const [first, second] = [addressOf(1n), addressOf(2n)];
      expect(first).not.toBe(second);
      expect(addressOf(1n)).toBe(first);
    });

    it('the tip is a height with its hash, each block names the one below, and there is nothing above', async () => {
      const { chain } = world;
      const before = await chain.tip();
      await world.mine(2);
      const after = await chain.tip();
      expect(after.height).toBe(before.height + 2);
      const top = await chain.blockAt(after.height);
      expect(top).toMatchObject(after);
      expect(top?.parent).toBe((await chain.blockAt(after.height - 1))?.hash);
      expect((await chain.blockAt(before.height))?.hash).toBe(before.hash);
      expect(await chain.blockAt(after.height + 1)).toBeNull();
      expect(await chain.health()).toEqual({ isOpen: true, tip: after });
    });

    it('a payment waits, and then appears in one block, by transaction and output', async () => {
      const { chain } = world;
      const txHash = await world.pay(addressOf(3n), AMOUNT);
      expect(await chain.placeOf(txHash)).toEqual({ kind: 'waiting' });
      await world.mine(1);
      const block = await chain.tip();
      expect(await chain.placeOf(txHash)).toEqual({ kind: 'mined', block, hasFailed: false });
      expect(await toUs(block.height)).toMatchObject([{ txHash, address: addressOf(3n), amount: AMOUNT }]);
      await world.mine(1);
      expect(await toUs(block.height + 1)).toEqual([]);
    });

    it('two payments to one address stay two, whichever block they are in', async () => {
      const hashes = [await world.pay(addressOf(4n), AMOUNT), await world.pay(addressOf(4n), AMOUNT)];
      await world.mine(1);
      const { height } = await world.chain.tip();
      const found = await toUs(height);
      expect(new Set(found.map(({ txHash, output }) => `${txHash}/${output}`)).size).toBe(2);
      expect(found.map(({ txHash }) => txHash).sort()).toEqual(hashes.sort());
    });

    it('a reorganisation gives known heights other hashes and removes their payments', async () => {
      const { chain } = world;
      const txHash = await world.pay(addressOf(5n), AMOUNT);
      await world.mine(1);
      const lost = await chain.tip();
      const stays = await chain.blockAt(lost.height - 1);
      await world.mine(1);
      await world.reorganise(2);
      expect((await chain.tip()).height).toBeGreaterThan(lost.height);
      expect((await chain.blockAt(lost.height))?.hash).not.toBe(lost.hash);
      expect(await chain.blockAt(lost.height - 1)).toEqual(stays);
      expect(await chain.paymentsIn(lost)).toBeNull();
      expect((await chain.placeOf(txHash)).kind).not.toBe('mined');
    });

    it.runIf(hasAddresses)(
      'a transaction is built without being sent, and pays once however often it is sent',
      async () => {
        const { chain, outside } = world;
        const sending = await chain.prepare({ address: outside, amount: AMOUNT });
        const built = sending.build({
          address: outside,
          amount: AMOUNT,
          nonce: sending.firstNonce,
          outputs: (await world.outputs?.()) ?? [],
        });
        if (!built) throw new Error('too little is in the wallet');
        expect(await chain.placeOf(built.txHash)).toEqual({ kind: 'unknown' });
        await chain.send(built.bytes);
        await chain.send(built.bytes);
        expect(await chain.placeOf(built.txHash)).toEqual({ kind: 'waiting' });
        await world.mine(1);
        await chain.send(built.bytes);
        const block = await chain.tip();
        const sent = { txHash: built.txHash, output: 0, address: outside, amount: AMOUNT };
        // Where the chain hides other payments, the transaction's hash has to do.
        const hashes = await chain.transactionsIn?.(block);
        const seen = hashes ? hashes.map((txHash) => ({ ...sent, txHash })) : await paidIn(block.height);
        expect(seen?.filter((one) => one.address === outside)).toEqual([sent]);
        await world.mine(1);
        expect(await chain.placeOf(built.txHash)).toEqual({ kind: 'mined', block, hasFailed: false });
        const again = await paidIn(block.height + 1);
        expect(again?.filter((one) => one.address === outside)).toEqual([]);
      },
    );

    it('taking back the coins of a stored transaction spends the same, and only one of the two can pay (CHAIN-19)', async () => {
      const { chain, outside } = world;
      expect(chain.prepareReturn === undefined).toBe(world.hasNoReturn === true);
      if (!chain.prepareReturn) return;
      const outputs = (await world.outputs?.()) ?? [];
      const sending = await chain.prepare({ address: outside, amount: AMOUNT });
      const nonce = sending.firstNonce;
      const built = sending.build({ address: outside, amount: AMOUNT, nonce, outputs });
      if (!built) throw new Error('too little is in the wallet');
      const { inputs = [] } = built;
      const stored = { wallet: sending.wallet, nonce, inputs };
      const spent = outputs.filter((one) => inputs.includes(`${one.txHash}:${one.output}`));
      const returning = await chain.prepareReturn(stored, spent);
      if (!returning) throw new Error('nothing returns it');
      expect(returning.txHash).not.toBe(built.txHash);
      expect(await chain.spentBy(returning.txHash)).toEqual([]);
      await chain.send(returning.bytes);
      await world.mine(1);
      expect(await chain.placeOf(returning.txHash)).toMatchObject({ kind: 'mined', hasFailed: false });
      expect(namesOf(stored)).toEqual(expect.arrayContaining([...(await chain.spentBy(returning.txHash))]));
      expect(await chain.spentBy(returning.txHash)).not.toEqual([]);
      await expect(chain.send(built.bytes)).rejects.toBeInstanceOf(NodeRefusedError);
      expect(await chain.placeOf(built.txHash)).toEqual({ kind: 'unknown' });
    });

    it('a transaction that was never sent is unknown, and a price is never below zero', async () => {
      expect(await world.chain.placeOf(`0x${'ab'.repeat(32)}`)).toEqual({ kind: 'unknown' });
      expect((await world.chain.feePrice()) ?? 0).toBeGreaterThanOrEqual(0);
    });
  });
}
