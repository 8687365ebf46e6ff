import { beforeEach, describe, expect, it } from 'vitest';
import { createPacer, type Pacer } from '../../../src/ui/candleChart/pacer.ts';
import { TestClock } from '../../models/tools/clock.ts';

let clock: TestClock;
let isHidden: boolean;
let drawn: string[];
let pacer: Pacer;
const ask = (name: string): void => pacer.request(() => drawn.push(name));

beforeEach(() => {
  clock = new TestClock();
  isHidden = false;
  drawn = [];
  pacer = createPacer({
    now: clock.now,
    isHidden: () => isHidden,
    later(run, milliseconds) {
      const timer = clock.setTimeout(run, milliseconds);
      return () => clock.clearTimeout(timer);
    },
  });
});

describe('at most one drawing a second', () => {
  it('draws the first request at once', () => {
    ask('a');
    expect(drawn).toEqual(['a']);
    expect(clock.pending).toBe(0);
  });

  it('draws the newest of those that came within the second, when it is over', () => {
    ask('a');
    clock.advance(300);
    ask('b');
    ask('c');
    clock.advance(699);
    expect(drawn).toEqual(['a']);
    clock.advance(1);
    expect(drawn).toEqual(['a', 'c']);
  });

  it('keeps the pace under a flood', () => {
    for (let step = 0; step < 1000; step += 1) {
      ask(String(step));
      clock.advance(10);
    }
    expect(drawn).toHaveLength(11);
  });

  it('draws at once again after a quiet second', () => {
    ask('a');
    clock.advance(1000);
    ask('b');
    expect(drawn).toEqual(['a', 'b']);
  });
});

describe('nothing invisible is drawn', () => {
  it('waits for the page, and then draws the newest once', () => {
    isHidden = true;
    ask('a');
    ask('b');
    clock.advance(5000);
    expect(drawn).toEqual([]);
    expect(clock.pending).toBe(0);
    isHidden = false;
    pacer.wake();
    expect(drawn).toEqual(['b']);
    pacer.wake();
    expect(drawn).toEqual(['b']);
  });

  it('postpones drawings that were due while the page was hidden', () => {
    ask('a');
    ask('b');
    isHidden = true;
    clock.advance(1000);
    expect(drawn).toEqual(['a']);
    isHidden = false;
    pacer.wake();
    expect(drawn).toEqual(['a', 'b']);
  });

  it('leaves no timer and no drawing behind when it stops', () => {
    ask('a');
    ask('b');
    pacer.stop();
    expect(clock.pending).toBe(0);
    pacer.wake();
    clock.advance(5000);
    expect(drawn).toEqual(['a']);
  });
});
