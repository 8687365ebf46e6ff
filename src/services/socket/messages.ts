import type { BookView, BookViewOptions } from '../../domain/bookView.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { BookFact, BookFeed, BookFill, BookSides, BookTop, Comparison } from '../book/port.ts';
import type { ClientFrame } from '../contract/clientFrames.ts';
import type { ServerFrame } from '../contract/frames.ts';

/** Of one pair. */
export type BookCall =
  | { readonly call: 'clear' }
  | { readonly call: 'expectOwnChange' }
  | { readonly call: 'setFresh'; readonly isFresh: boolean }
  | { readonly call: 'shareLast'; readonly price: DecimalText | null }
  | { readonly call: 'showFirst'; readonly sides: BookSides }
  /** Rows to format from now on. */
  | { readonly call: 'show'; readonly options: BookViewOptions }
  | { readonly call: 'revision' | 'levels'; readonly question: number }
  | {
      readonly call: 'compare';
      readonly question: number;
      readonly sides: BookSides;
      readonly revision: number;
    };

/** Messages of the page to the engine of the socket. */
export type PageMessage =
  | { readonly type: 'page'; readonly isVisible: boolean }
  | { readonly type: 'open'; readonly link: number }
  | { readonly type: 'send'; readonly frame: ClientFrame }
  | { readonly type: 'close' }
  | ({ readonly type: 'book'; readonly pair: string } & BookCall)
  | {
      readonly type: 'feed';
      readonly pair: string;
      readonly id: number;
      readonly call: 'start' | keyof BookFeed;
    };

/** Comes before all others. */
export interface StartMessage {
  readonly type: 'start';
  readonly url: string;
  /** Whether the server has the capability `bookSequence`. */
  readonly numbersBooks: boolean;
  readonly isVisible: boolean;
}

/** To the worker itself, which answers `ready` (BOOK-18). */
export interface AskMessage {
  readonly type: 'ask';
}

/** A frame as the page gets it: those of the order book stay in the engine. */
export interface RelayedFrame {
  readonly kind: ServerFrame['kind'] | null;
  readonly frame: ServerFrame | null;
}

export interface Publication {
  readonly top: BookTop;
  readonly fill: BookFill;
  /** Null until rows were requested. */
  readonly view: BookView | null;
}

/** Of a revision, a comparison or the levels of a book. */
export type Answer = number | Comparison | BookSides;

/** Messages of the engine to the page. */
export type EngineMessage =
  /** The worker runs. */
  | { readonly type: 'ready' }
  /** Its worker died: another engine runs now, which knows nothing yet (BOOK-18). */
  | { readonly type: 'restarted' }
  /** `heardAt`: epoch milliseconds of the last readable frame. */
  | {
      readonly type: 'link';
      readonly link: number;
      readonly event: 'opened' | 'failed' | 'closed';
      readonly heardAt: number | null;
    }
  | {
      readonly type: 'heard';
      readonly link: number;
      readonly heardAt: number | null;
      readonly received: RelayedFrame;
    }
  /** `clears`: how often the book was cleared before. */
  | {
      readonly type: 'published';
      readonly pair: string;
      readonly clears: number;
      readonly heardAt: number | null;
      readonly published: Publication;
    }
  /** `calls`: how many calls of the feed came before. */
  | { readonly type: 'fact'; readonly id: number; readonly calls: number; readonly fact: BookFact }
  | { readonly type: 'answer'; readonly question: number; readonly answer: Answer }
  | { readonly type: 'dropped'; readonly count: number }
  | { readonly type: 'defect'; readonly where: string; readonly error: Error };
