import { random } from '../../../scripts/random.ts';
export const PAIR = 'XMR-BTC';

const MIDDLE = 5000;
const REACH = 60;

const MUTANTS = '0 1 2 3 4 5 6 7 8 9 . , : - + e E " [ ] { } x'.split(' ');

export interface MadeFrame {
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
  /** Whether it is readable by the contract. */
  readonly isReadable: boolean;
}

/** How often a server does what. */
const WEIGHTS = {
  delta: 70,
  snapshot: 4,
  whole: 3,
  foreign: 4,
  duplicate: 3,
  lost: 2,
  mutated: 6,
  reconnect: 2,
  unknown: 4,
  crossing: 2,
} as const;
const KINDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
const BAG = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

type Side = 'bids' | 'asks';
type Ticks = Record<Side, Map<number, number>>;

/** A server with a book of its own, with valid and broken frames. */
export class FrameMaker {
  static readonly kinds: readonly string[] = KINDS;
  private readonly random: () => number;
  private sequence = 0;
  private middle = MIDDLE;
  private owesSnapshot = true;
  private last = '';
  private readonly book: Ticks = { bids: new Map(), asks: new Map() };

  constructor(seed: number) {
    this.random = random(seed);
  }

  /** The snapshot comes after the frames on their way. */
  oweSnapshot(): void {
    this.owesSnapshot = true;
  }

  next(): MadeFrame {
    if (this.owesSnapshot && this.chance(0.5)) return this.snapshot('snapshot');
    const kind = this.pick(BAG);
    switch (kind) {
      case 'snapshot':
        return this.snapshot(kind);
      case 'whole':
        this.change();
        return this.made(kind, { type: 'orderbook_update', ...this.numbers(), ...this.whole() });
      case 'foreign':
        return this.made(kind, { ...this.delta(this.changes()), pair_symbol: 'XMR-USDT' });
      case 'duplicate':
        return { kind, text: this.last, isReadable: true };
      case 'lost':
        // The first change is lost.
        this.change();
        this.sequence += 1;
        return this.made(kind, this.delta(this.change()));
      case 'mutated':
        return { kind, text: this.mutate(JSON.stringify(this.delta(this.changes()))), isReadable: false };
      case 'reconnect':
        this.owesSnapshot = true;
        return { kind, text: this.last, isReadable: true };
      case 'unknown':
        return this.made(kind, this.delta({ bids: [[1, 0]], asks: [[99_999, 0]] }));
      case 'crossing':
        this.owesSnapshot = true;
        return this.made(kind, this.delta({ bids: [[this.middle + REACH, 7]], asks: [] }));
      case 'delta':
      default:
        return this.made(kind, this.delta(this.change()));
    }
  }

  private snapshot(kind: MadeFrame['kind']): MadeFrame {
    this.owesSnapshot = false;
    this.change();
    return this.made(kind, { type: 'orderbook_snapshot', ...this.numbers(), ...this.whole() });
  }

  private made(kind: MadeFrame['kind'], frame: object): MadeFrame {
    const text = JSON.stringify({ pair_symbol: PAIR, ...frame });
    this.last = text;
    return { kind, text: this.chance(0.1) ? this.wrapped(frame) : text, isReadable: true };
  }

  private wrapped(frame: object): string {
    const { type, ...payload } = { pair_symbol: PAIR, ...frame } as { type?: string };
    return JSON.stringify({ event: type, data: payload });
  }

  private numbers(): object {
    this.sequence += 1;
    return { sequence: this.sequence };
  }

  private whole(): object {
    const side = (name: Side): unknown[] => [...this.book[name]].map(([at, much]) => this.level(at, much));
    return { bids: side('bids'), asks: side('asks'), last_trade_price: this.price(this.middle) };
  }

  private delta(changes: Record<Side, [number, number][]>): object {
    const previous = this.sequence;
    return {
      type: 'orderbook_update',
      delta: true,
      ...this.numbers(),
      ...(this.chance(0.9) ? { previous_sequence: previous } : {}),
      bids: changes.bids.map(([at, much]) => this.level(at, much)),
      asks: changes.asks.map(([at, much]) => this.level(at, much)),
    };
  }

  /** They keep the sides apart, and do not change the server's book. */
  private changes(): Record<Side, [number, number][]> {
    const changes: Record<Side, [number, number][]> = { bids: [], asks: [] };
    for (let left = 1 + this.below(4); left > 0; left -= 1) {
      const side = this.chance(0.5) ? 'bids' : 'asks';
      const away = 1 + this.below(REACH);
      const much = this.chance(0.25) ? 0 : 1 + this.below(5_000_000);
      changes[side].push([this.middle + (side === 'bids' ? -away : away), much]);
    }
    return changes;
  }

  private change(): Record<Side, [number, number][]> {
    const changes = this.changes();
    if (this.chance(0.2)) {
      this.middle += this.below(21) - 10;
      for (const side of ['bids', 'asks'] as const) {
        const isPassed = (at: number): boolean => (side === 'bids' ? at >= this.middle : at <= this.middle);
        const kept = changes[side].filter(([at]) => !isPassed(at));
        const gone = [...this.book[side].keys()].filter(isPassed);
        changes[side] = [...kept, ...gone.map((at): [number, number] => [at, 0])];
      }
    }
    for (const side of ['bids', 'asks'] as const) {
      for (const [at, much] of changes[side]) {
        if (much === 0) this.book[side].delete(at);
        else this.book[side].set(at, much);
      }
      // A server of fixed depth removes distant levels, and sends that.
      const far = [...this.book[side].keys()].sort((a, b) => (side === 'bids' ? b - a : a - b)).slice(40);
      for (const at of far) {
        this.book[side].delete(at);
        changes[side].push([at, 0]);
      }
    }
    return changes;
  }

  private level(at: number, much: number): unknown {
    const price = this.written(this.price(at), at / 1e6);
    const quantity = this.written(
      `${Math.floor(much / 1e5)}.${String(much % 1e5).padStart(5, '0')}`,
      much / 1e5,
    );
    return this.chance(0.5) ? [price, quantity] : { price, quantity };
  }

  private price(at: number): string {
    return `0.${String(at).padStart(6, '0')}`;
  }

  private written(plain: string, number: number): unknown {
    const way = this.below(12);
    if (way === 0) return number;
    if (way === 1) return number.toExponential();
    if (way === 2) return `${plain}000`;
    if (way === 3) return `0${plain}`;
    return plain;
  }

  private mutate(text: string): string {
    const at = this.below(text.length);
    const character = this.pick(MUTANTS);
    const way = this.below(3);
    return text.slice(0, at) + (way === 0 ? '' : character) + text.slice(way === 2 ? at : at + 1);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}
