import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSolved, MAX_DIFFICULTY, solve } from '../../../src/domain/proofOfWork.ts';
import { refusalWork } from '../../../src/services/contract/errors.ts';
import { createSolver } from '../../../src/services/proofOfWork/solver.ts';

/** Another program's digest, written from the text of the capability. */
function bitsOf(challenge: string, solution: string): number {
  const seed = createHash('sha256').update(challenge).digest();
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(solution));
  const digest = createHash('sha256').update(seed).update(number).digest('hex');
  const bits = BigInt(`0x${digest}`).toString(2).padStart(256, '0');
  return bits.indexOf('1') === -1 ? 256 : bits.indexOf('1');
}

describe('work for a server (LOGIN-21)', () => {
  it('is right to the bit, as another program counts it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 0, max: 10 }), (challenge, difficulty) => {
        const solution = solve({ challenge, difficulty });
        const bits = bitsOf(challenge, solution);
        expect(bits).toBeGreaterThanOrEqual(difficulty);
        // The first number that does.
        for (let before = 0; before < Math.min(50, Number(solution)); before += 1)
          expect(bitsOf(challenge, String(before))).toBeLessThan(difficulty);
        expect(isSolved({ challenge, solution }, bits)).toBe(true);
        expect(isSolved({ challenge, solution }, bits + 1)).toBe(false);
      }),
    );
  });

  it('takes numbers beyond 32 bits, and no other text for a number', () => {
    const challenge = 'large';
    for (const solution of ['4294967296', '8589934591', '999999999999999']) {
      const bits = bitsOf(challenge, solution);
      expect(isSolved({ challenge, solution }, bits)).toBe(true);
      expect(isSolved({ challenge, solution }, bits + 1)).toBe(false);
    }
    for (const solution of ['', '01', '-1', '1e3', ' 1', '1000000000000000', '0x1'])
      expect(isSolved({ challenge, solution }, 0)).toBe(false);
  });

  it('is read from a refusal; an invalid one, or one too hard for a phone, is not', () => {
    const offered = { challenge: 'one', difficulty: 17 };
    expect(refusalWork({ message: 'Too many', proof_of_work: offered })).toEqual(offered);
    const others = [
      null,
      {},
      { ...offered, challenge: 1 },
      { ...offered, difficulty: '17' },
      { ...offered, difficulty: 1.5 },
      { ...offered, difficulty: -1 },
      { ...offered, difficulty: MAX_DIFFICULTY + 1 },
    ];
    for (const other of others) expect(refusalWork({ proof_of_work: other })).toBeUndefined();
    expect(refusalWork('Too many')).toBeUndefined();
    expect(refusalWork({ message: 'Too many' })).toBeUndefined();
  });
});

describe('the worker of a page', () => {
  function fakeHost() {
    const workers: FakeWorker[] = [];
    const admitted: string[] = [];
    class FakeWorker extends EventTarget {
      readonly said: unknown[] = [];
      isEnded = false;
      readonly url: string;
      constructor(url: string) {
        super();
        this.url = url;
        workers.push(this);
      }
      postMessage(message: unknown): void {
        this.said.push(message);
      }
      terminate(): void {
        this.isEnded = true;
      }
    }
    let rules: { createScriptURL: (url: string) => string } | undefined;
    const host = {
      Worker: FakeWorker as unknown as new (url: string) => Worker,
      trustedTypes: {
        createPolicy: (name: string, given: { createScriptURL: (url: string) => string }) => {
          admitted.push(name);
          rules = given;
          return given;
        },
      },
    };
    return { host, workers, admitted, rules: () => rules };
  }

  const CHALLENGE = { challenge: 'one', difficulty: 4 };

  it('is made under a policy of its own, which admits that one address', async () => {
    const { host, workers, admitted, rules } = fakeHost();
    const solver = createSolver(host);
    const solved = solver(CHALLENGE, new AbortController().signal);
    const [worker] = workers;
    expect(worker?.said).toEqual([CHALLENGE]);
    worker?.dispatchEvent(new MessageEvent('message', { data: '42' }));
    expect(await solved).toBe('42');
    expect(worker?.isEnded).toBe(true);
    expect(admitted).toEqual(['proof-of-work']);
    expect(rules()?.createScriptURL(worker?.url ?? '')).toBe(worker?.url);
    expect(() => rules()?.createScriptURL('/other.js')).toThrow(TypeError);
    expect(() => rules()?.createScriptURL(`${worker?.url}?more`)).toThrow(TypeError);
  });

  it('works in browsers without such policies', async () => {
    const { host, workers } = fakeHost();
    const solved = createSolver({ Worker: host.Worker })(CHALLENGE, new AbortController().signal);
    workers[0]?.dispatchEvent(new MessageEvent('message', { data: '7' }));
    expect(await solved).toBe('7');
  });

  it('is ended when it fails, and when it is stopped', async () => {
    const { host, workers } = fakeHost();
    const solver = createSolver(host);
    const broken = solver(CHALLENGE, new AbortController().signal);
    workers[0]?.dispatchEvent(new Event('error'));
    await expect(broken).rejects.toThrow('the worker failed');
    const stop = new AbortController();
    const stopped = solver(CHALLENGE, stop.signal);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    await expect(solver(CHALLENGE, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });
});
