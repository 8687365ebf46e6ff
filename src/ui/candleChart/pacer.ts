/** Least milliseconds between two drawings. */
const PACE = 1000;

export interface PacerHost {
  now(): number;
  isHidden(): boolean;
  /** @returns a function that cancels it. */
  later(run: () => void, milliseconds: number): () => void;
}

export interface Pacer {
  /** Draws at once or as soon as the pace allows; a newer request replaces a waiting one. */
  readonly request: (draw: () => void) => void;
  /** Call when the page becomes visible: draws what waits. */
  readonly wake: () => void;
  readonly stop: () => void;
}

/** Draws at most once a second, and never while the page is hidden. */
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

export const pageHost: PacerHost = {
  now: () => performance.now(),
  isHidden: () => document.hidden,
  later(run, milliseconds) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
