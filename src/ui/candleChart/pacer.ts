/** Time between two drawings, milliseconds. */
const PACE = 1000;

export interface PacerHost {
  now(): number;
  isHidden(): boolean;
  /** @returns a function that calls it off. */
  later(run: () => void, milliseconds: number): () => void;
}

export interface Pacer {
  /** Draws now when the last drawing is long enough ago, later otherwise; a newer request replaces a waiting one. */
  readonly request: (draw: () => void) => void;
  /** The page is seen again: what waited is drawn. */
  readonly wake: () => void;
  readonly stop: () => void;
}

/** Lets drawings through at most once a second, and none while nobody can see them. */
export function createPacer(host: PacerHost): Pacer {
  let waiting: (() => void) | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function run(): void {
    cancel = null;
    if (waiting === null || host.isHidden()) return;
    const draw = waiting;
    waiting = null;
    last = host.now();
    draw();
  }

  function schedule(): void {
    if (cancel !== null || host.isHidden()) return;
    const wait = last + PACE - host.now();
    if (wait <= 0) run();
    else cancel = host.later(run, wait);
  }

  return {
    request(draw) {
      waiting = draw;
      schedule();
    },
    wake: schedule,
    stop() {
      cancel?.();
      cancel = null;
      waiting = null;
    },
  };
}

/** The page's own clock and visibility. */
export const pageHost: PacerHost = {
  now: () => performance.now(),
  isHidden: () => document.hidden,
  later(run, milliseconds) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
