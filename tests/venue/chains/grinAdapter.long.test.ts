import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as answers from '../../data/grin-node-answers.json' with { type: 'json' };
import { createGrinNode } from '../../../venue/chains/grin/node.ts';
import { createGrinReader, createGrinSender } from '../../../venue/chains/grin/reader.ts';
import { createRpc, NodeDownError, NodeRefusedError } from '../../../venue/chains/rpc.ts';
import { testChain } from './contract.ts';
import { type GrinTestNode, MAINNET, startGrinNode } from './grinNode.ts';
import { type AnyTransaction, whyUnsound } from './grinRules.ts';
import { createUser } from './grinVenue.ts';

testChain(
  'GRIN on a node',
  async () => {
    const node = await startGrinNode();
    const api = createGrinNode(createRpc(node.url));
    const [payer, payee] = [createUser(node, 'payer'), createUser(node, 'payee')];
    const { derive } = payer.wallet;
    const reader = createGrinReader({ node: api, derive, staleAfter: 1_800_000, now: () => Date.now() });
    return {
      chain: { ...reader, ...createGrinSender(api, reader) },
      outside: '',
      hasNoReturn: true,
      pay: async () => payer.post(await payee.receive(payer.send('1.5').s1)),
      mine: async (blocks) => node.mine(blocks),
      reorganise: async (depth) => node.reorganise(depth),
      close: () => node.close(),
    };
  },
  false,
);

const EXCESS = answers.kernel.Ok.tx_kernel.excess;

describe('a GRIN node (CHAIN-31)', () => {
  let node: GrinTestNode;
  beforeAll(async () => {
    node = await startGrinNode();
  });
  afterAll(() => node?.close());
  beforeEach(() => {
    node.lies.clear();
    node.hangs.clear();
    node.halves.clear();
    Object.assign(node, { genesis: MAINNET, age: 0, password: null });
  });
  const api = (password: string | null = null) =>
    createGrinNode(
      createRpc(node.url, 300, password === null ? null : { name: 'grin', password, scheme: 'basic' }),
    );
  const reader = (password: string | null = null) =>
    createGrinReader({
      node: api(password),
      derive: () => new Uint8Array(32).fill(1),
      staleAfter: 1_800_000,
      now: () => Date.now(),
    });

  it('is read as documented', async () => {
    node.lies.set('get_tip', answers.tip);
    expect(await api().tip()).toEqual(expect.objectContaining({ height: 374_350 }));
    node.lies.set('get_header', answers.header);
    expect(await api().headerAt(374_336)).toMatchObject({ height: 374_336, hash: answers.header.Ok.hash });
    node.lies.set('get_block', answers.block);
    const block = await api().blockOf(answers.block.Ok.header.hash);
    expect(block?.outputs).toEqual([{ commit: answers.block.Ok.outputs[0]?.commit }]);
    expect(block?.kernels).toEqual([{ excess: answers.block.Ok.kernels[0]?.excess }]);
    node.lies.set('get_kernel', answers.kernel);
    expect(await api().kernelHeight(EXCESS, null)).toBe(374_557);
    node.lies.set('get_outputs', answers.outputs);
    expect(await api().unspent([EXCESS])).toEqual(new Set(answers.outputs.Ok.map(({ commit }) => commit)));
    node.lies.set('get_unconfirmed_transactions', { Ok: answers.unconfirmed });
    expect([...(await api().waiting())]).toEqual([answers.unconfirmed[0]?.tx.body.kernels[0]?.excess]);
  });

  it.each([
    ['that waits', answers.unconfirmed[0]?.tx],
    ['that is pushed', answers.push[0]],
  ])('a real transaction %s is valid by the rules of the test node', (_, given) => {
    const real = given as AnyTransaction;
    expect(whyUnsound(real)).toBeNull();
    const [kernel] = real.body.kernels;
    if (!kernel) throw new Error('no kernel');
    const dearer = { ...kernel, features: { Plain: { fee: kernel.features.Plain.fee + 1 } } };
    expect(whyUnsound({ ...real, body: { ...real.body, kernels: [dearer] } })).not.toBeNull();
    expect(whyUnsound({ ...real, offset: `01${real.offset.slice(2)}` })).toBe('the sums differ');
  });

  it('a real transaction has its outputs in the order of their hashes', () => {
    const real = answers.unconfirmed[0]?.tx as AnyTransaction;
    const turnedRound = { ...real.body, outputs: real.body.outputs.toReversed() };
    expect(whyUnsound({ ...real, body: turnedRound })).toBe('the order is wrong');
  });

  it('opens the coin while it answers and is on the main network', async () => {
    const tip = await reader().tip();
    expect(await reader().health()).toEqual({ isOpen: true, tip });
    expect(await reader().node()).toMatchObject({ network: 'mainnet', height: tip.height, isSyncing: false });
  });

  it.each<[string, () => void, string]>([
    ['hangs', () => void node.hangs.add('get_tip'), 'down'],
    ['sends half an answer', () => void node.halves.add('get_header'), 'down'],
    ['answers in another form', () => void node.lies.set('get_tip', { Ok: { height: '7' } }), 'down'],
    ['refuses', () => void node.lies.set('get_tip', { Err: { Internal: 'out of order' } }), 'down'],
    ['does not know the method', () => void node.lies.set('get_tip', undefined), 'down'],
    ['asks for a password', () => Object.assign(node, { password: 'secret' }), 'down'],
    [
      'is of the test network',
      () =>
        Object.assign(node, { genesis: 'edc758c1370d43e1d733f70f58cf187c3be8242830429b1676b89fd91ccf2dab' }),
      'wrong-network',
    ],
    ['is of a network of its own', () => Object.assign(node, { genesis: 'ab'.repeat(32) }), 'wrong-network'],
    ['has no block of the last half hour', () => Object.assign(node, { age: 1_900_000 }), 'syncing'],
  ])('closes the coin while the node %s', async (_, spoil, reason) => {
    spoil();
    expect(await reader().health()).toEqual({ isOpen: false, reason });
  });

  it('is called with the name grin and the password from its file, which no error repeats', async () => {
    node.password = 'a-secret';
    expect((await reader('a-secret').health()).isOpen).toBe(true);
    const error = await api('wrong-word')
      .tip()
      .catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(NodeDownError);
    expect(`${String(error)} ${String((error as Error).cause)}`).not.toMatch(/wrong-word|a-secret/);
  });

  it('has blocks that name the one below, and other hashes after a reorganisation', async () => {
    const chain = reader();
    node.mine(2);
    const tip = await chain.tip();
    const top = await chain.blockAt(tip.height);
    expect(top).toMatchObject(tip);
    expect(top?.parent).toBe((await chain.blockAt(tip.height - 1))?.hash);
    expect(await chain.blockAt(tip.height + 1)).toBeNull();
    expect(await chain.hiddenIn?.(tip)).toEqual({ kernels: [], created: [], spent: [] });
    node.reorganise(1);
    expect((await chain.blockAt(tip.height))?.hash).not.toBe(tip.hash);
    expect(await chain.hiddenIn?.(tip)).toBeNull();
    expect(await chain.paymentsIn(tip)).toBeNull();
  });

  it('is not believed about a block with another hash or height, or one that is gone', async () => {
    const tip = await reader().tip();
    node.lies.set('get_block', { Err: 'NotFound' });
    await expect(reader().hiddenIn?.(tip)).rejects.toThrow('archive');
    node.lies.set('get_block', answers.block);
    await expect(reader().hiddenIn?.(tip)).rejects.toThrow('another block');
    node.lies.set('get_header', answers.header);
    await expect(reader().blockAt(tip.height)).rejects.toThrow('another block');
  });

  it('does not know a transaction that was never sent', async () => {
    expect(await reader().placeOf(EXCESS)).toEqual({ kind: 'unknown' });
    expect(await reader().placeOf('no excess')).toEqual({ kind: 'unknown' });
    expect(await reader().feePrice()).toBe(23_000_000);
  });
});

describe('a transaction that a node of GRIN refuses', () => {
  const bytes = Buffer.from(JSON.stringify({ body: { kernels: [{ excess: EXCESS }] } }));
  const refused = new NodeRefusedError(-1, 'kernel is there already');
  const send = (error: Error, kind: 'unknown' | 'waiting') =>
    createGrinSender(
      {
        push: async () => {
          throw error;
        },
      },
      {
        placeOf: async (excess) => {
          expect(excess).toBe(EXCESS);
          return { kind };
        },
      },
    ).send(bytes);

  it('has arrived if the node knows it, and has not if it does not', async () => {
    await expect(send(refused, 'waiting')).resolves.toBeUndefined();
    await expect(send(refused, 'unknown')).rejects.toBe(refused);
  });

  it('is not refused if the node gave no answer', async () => {
    const down = new NodeDownError('no answer');
    await expect(send(down, 'waiting')).rejects.toBe(down);
  });
});
