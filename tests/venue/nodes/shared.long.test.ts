import { describe, expect, it } from 'vitest';
import { type Attempt, type Limits, TooManyAttemptsError } from '../../../venue/accounts/limits.ts';
import type { Fees, FeesState } from '../../../venue/fees/feed.ts';
import { silentLog } from '../../../venue/log.ts';
import { LostAnswerError, NotDeliveredError } from '../../../venue/nodes/broker.ts';
import { type Cluster, createSingleNode } from '../../../venue/nodes/cluster.ts';
import { createLeader } from '../../../venue/nodes/leader.ts';
import { shareFailures, shareFees, shareLimits, shareTerms } from '../../../venue/nodes/shared.ts';
import { createFailures } from '../../../venue/sandbox/failures.ts';

const ATTEMPT: Attempt = { action: 'login', account: 'ann', source: null };

/** Two nodes in one process: each hears what the other publishes, and the first is the leader. */
function twoNodes() {
  const replies = new Map<string, (value: unknown) => Promise<unknown>>();
  const listeners = [0, 1].map(() => new Map<string, (value: unknown) => void>());
  const back = [0, 1].map((): (() => void)[] => []);
  const node = (own: 0 | 1): Cluster => ({
    ...createSingleNode(),
    isLeader: () => own === 0,
    whileLeader: (start) => {
      if (own === 0) start();
    },
    answerAsLeader: (topic, reply) => {
      if (own === 0) replies.set(topic, reply);
    },
    askLeader: async (topic, value) => replies.get(topic)?.(value),
    publish: (topic, value) => listeners[1 - own]?.get(topic)?.(value),
    subscribe: (topic, listener) => void listeners[own]?.set(topic, listener),
    onReconnect: (listener) => void back[own]?.push(listener),
  });
  return { leader: node(0), follower: node(1), back };
}

describe('terms changed by operators, on several nodes (OPERATOR-12)', () => {
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };

  it('are read on both after a change, and after a loss', async () => {
    const { leader, follower, back } = twoNodes();
    const read = { here: 0, there: 0 };
    const { changed } = await shareTerms(follower, silentLog, async () => void (read.here += 1));
    await shareTerms(leader, silentLog, async () => void (read.there += 1));
    // Something may have changed before they listened.
    expect(read).toEqual({ here: 1, there: 1 });
    expect(await changed()).toBe(true);
    expect(read).toEqual({ here: 2, there: 2 });
    for (const again of back.flat()) again();
    await turns();
    expect(read).toEqual({ here: 3, there: 3 });
  });

  it('are read again until it succeeds, which is reported, but not once it is closed', async () => {
    const said: string[] = [];
    const log = { ...silentLog, error: (text: string) => void said.push(text) };
    const planned = new Set<() => void>();
    const again = (work: () => void) => {
      planned.add(work);
      return () => void planned.delete(work);
    };
    let faults = 0;
    const { leader } = twoNodes();
    const reread = async () => {
      faults -= 1;
      if (faults >= 0) throw new Error('no database');
    };
    const terms = await shareTerms(leader, log, reread, again);
    faults = 2;
    expect(await terms.changed()).toBe(false);
    for (let left = 2; left > 0; left -= 1) {
      expect(planned.size).toBe(1);
      for (const work of planned) work();
      await turns();
    }
    expect([faults, planned.size]).toEqual([-1, 0]);
    expect(said).toEqual(Array(2).fill('reading what operators changed'));
    faults = 2;
    await terms.changed();
    const underWay = terms.changed();
    terms.close();
    await underWay;
    expect(planned.size).toBe(0);
  });

  it('are never replaced by an older reading that took longer', async () => {
    let stored = 'closed';
    let running = '';
    const waiting: (() => void)[] = [];
    let isHeld = false;
    const { changed } = await shareTerms(twoNodes().leader, silentLog, async () => {
      const read = stored;
      if (isHeld) await new Promise<void>((resolve) => void waiting.push(resolve));
      running = read;
    });
    isHeld = true;
    const first = changed();
    await turns();
    stored = 'open';
    const second = changed();
    await turns();
    // If both were running, the newer one would end first.
    for (let open = waiting.pop(); open; open = waiting.pop()) {
      open();
      await turns();
    }
    await Promise.all([first, second]);
    expect(running).toBe('open');
  });
});

describe('attempts on several nodes', () => {
  function counted(left: number) {
    const asked: string[] = [];
    const limits: Limits = {
      async spend({ account }) {
        asked.push(`spend ${account}`);
        if (left === 0) throw new TooManyAttemptsError(9);
        return { limit: 5, left, seconds: 60 };
      },
      forgive: async ({ account }) => void asked.push(`forgive ${account}`),
      reset: async () => void asked.push('reset'),
    };
    const { leader, follower } = twoNodes();
    shareLimits(limits, leader);
    return {
      asked,
      elsewhere: shareLimits({ ...limits, spend: () => Promise.reject(new Error()) }, follower),
    };
  }

  it('are counted by the leader alone: spent, forgiven and reset', async () => {
    const { asked, elsewhere } = counted(4);
    expect(await elsewhere.spend(ATTEMPT)).toEqual({ limit: 5, left: 4, seconds: 60 });
    await elsewhere.forgive(ATTEMPT);
    await elsewhere.reset();
    expect(asked).toEqual(['spend ann', 'forgive ann', 'reset']);
  });

  it('beyond the limit are refused with the same wait, and an error is not a refusal', async () => {
    const refused = await counted(0)
      .elsewhere.spend(ATTEMPT)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooManyAttemptsError);
    expect(refused).toMatchObject({ retryAfter: 9, work: null });
    const { leader, follower } = twoNodes();
    const broken = { spend: () => Promise.reject(new Error('broken')) } as unknown as Limits;
    shareLimits(broken, leader);
    await expect(shareLimits(broken, follower).spend(ATTEMPT)).rejects.toThrow('broken');
  });
});

describe('network fees on several nodes', () => {
  function feesOf(state: FeesState) {
    const taken: string[] = [];
    let move = (): void => undefined;
    const fees = {
      state: () => state,
      take: (news: FeesState, which: string) => void taken.push(`${which} ${JSON.stringify(news)}`),
      onMove: (listener: () => void) => {
        move = listener;
      },
      keepMoving: () => () => undefined,
    } as unknown as Fees;
    return { fees, taken, move: () => move() };
  }

  it("are the leader's from the start, after each move, and after a loss", async () => {
    const { leader, follower, back } = twoNodes();
    const state = [['BTC', { drift: 1, updatedAt: 5, past: [] }]] as FeesState;
    const [own, other] = [feesOf(state), feesOf([])];
    await shareFees(own.fees, leader, silentLog);
    await shareFees(other.fees, follower, silentLog);
    const news = JSON.stringify(state);
    expect(other.taken).toEqual([`all ${news}`]);
    own.move();
    expect(other.taken).toEqual([`all ${news}`, `newer ${news}`]);
    for (const listener of back[1] ?? []) listener();
    await new Promise((resolve) => setImmediate(resolve));
    expect(other.taken).toHaveLength(3);
    expect([other.taken[2], own.taken]).toEqual([`all ${news}`, []]);
  });
});

describe('failures scheduled by a tester of a sandbox', () => {
  it('happen once, on whichever node gets the call, and can be cancelled', () => {
    const { leader, follower } = twoNodes();
    const [one, other] = [shareFailures(createFailures(), leader), shareFailures(createFailures(), follower)];
    one.schedule('ann', 'login', { kind: 'drop' }, 2);
    expect(other.take('ben', 'login')).toBeUndefined();
    expect(other.take('ann', 'login')).toEqual({ kind: 'drop' });
    expect(one.take('ann', 'login')).toEqual({ kind: 'drop' });
    expect([one.take('ann', 'login'), other.take('ann', 'login')]).toEqual([undefined, undefined]);
    other.schedule(null, 'order', { kind: 'refuse' }, 1);
    one.clear(null);
    expect(other.take('ann', 'order')).toBeUndefined();
    one.schedule('ann', 'order', { kind: 'refuse' }, 1);
    one.schedule('ben', 'order', { kind: 'refuse' }, 1);
    one.clear('ann');
    expect([other.take('ann', 'order'), other.take('ben', 'order')]).toEqual([undefined, { kind: 'refuse' }]);
  });
});

describe('a question to the leader', () => {
  const asking = (answers: (() => Promise<unknown>)[]) => {
    const leader = createLeader(
      { ask: () => (answers.shift() ?? (() => Promise.resolve({ value: 'late' })))() },
      { leader: () => 'node' },
      silentLog,
    );
    return leader.ask({ topic: 'x', value: null });
  };

  it('is asked again where it certainly did not arrive, or nobody leads', async () => {
    const first = [() => Promise.reject(new NotDeliveredError('x')), () => Promise.resolve(null)];
    expect(await asking([...first, () => Promise.resolve({ value: 7 })])).toBe(7);
  });

  it('is not asked again where its answer is lost, and an error is passed on unchanged', async () => {
    await expect(asking([() => Promise.reject(new LostAnswerError('x'))])).rejects.toMatchObject({
      status: 503,
      code: 'NODES_CHANGING',
    });
    await expect(asking([() => Promise.reject(new TypeError('a fault'))])).rejects.toThrow(TypeError);
  });

  it('is answered by this node while it leads, and by nobody where the topic is unknown', async () => {
    const leader = createLeader(
      { ask: () => Promise.reject(new Error()) },
      { leader: () => undefined },
      silentLog,
    );
    leader.answer('x', async (value) => `${String(value)}!`);
    expect(await leader.reply({ topic: 'x', value: 'a' })).toBeNull();
    leader.set(true);
    expect(await leader.reply({ topic: 'x', value: 'a' })).toEqual({ value: 'a!' });
    expect(await leader.ask({ topic: 'x', value: 'b' })).toBe('b!');
    expect(await leader.reply({ topic: 'y', value: 'a' })).toBeNull();
    await leader.close();
  });
});
