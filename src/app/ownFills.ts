import { retryDelay } from '../domain/retryDelay.ts';
import type { Services } from '../services/services.ts';

interface Dependencies extends Pick<Services, 'clock' | 'log' | 'random'> {
  /** Loads the code that announces a user's fills, which visitors do not need. */
  readonly load: () => Promise<(userId: string) => () => void>;
}

/** Announces the fills of one user at a time (TRADE-35); null: of none. Code that failed to load is requested again. */
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
