import { retryDelay } from '../domain/backoff.ts';
import type { Services } from '../services/services.ts';

interface Dependencies extends Pick<Services, 'clock' | 'log' | 'random'> {
  /** Brings the code, which visitors do not load, and gives what begins to tell a user's fills. */
  readonly load: () => Promise<(userId: string) => () => void>;
}

/** Tells the fills of one user at a time (TRADE-35): of nobody for null. Code that does not come is asked for again. */
export function fillsFollower({ load, clock, log, random }: Dependencies): (userId: string | null) => void {
  let end = (): void => undefined;

  function follow(userId: string): () => void {
    let isOver = false;
    let timer: unknown;
    let stop = (): void => undefined;
    const begin = (attempt: number): void => {
      load().then(
        (followOwnFills) => {
          if (!isOver) stop = followOwnFills(userId);
        },
        (error: unknown) => {
          if (attempt === 1) log.defect('own fills', error);
          if (!isOver) timer = clock.setTimeout(() => begin(attempt + 1), retryDelay(attempt, random()));
        },
      );
    };
    begin(1);
    return () => {
      isOver = true;
      clock.clearTimeout(timer);
      stop();
    };
  }

  return (userId) => {
    end();
    end = userId === null ? () => undefined : follow(userId);
  };
}
