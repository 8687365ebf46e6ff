import { retryDelay } from '../domain/retryDelay.ts';
import type { Services } from '../services/services.ts';

interface Dependencies extends Pick<Services, 'clock' | 'log' | 'random'> {
  /** Loads the code that tells a user's news, which visitors do not need. */
  readonly load: () => Promise<(userId: string) => () => void>;
}

/** Tells the news of one user at a time (TRADE-35, NOTICE-03); null: of none. Code that failed to load is requested again. */
export function newsFollower({ load, clock, log, random }: Dependencies): (userId: string | null) => void {
  let end = (): void => undefined;

  function follow(userId: string): () => void {
    let isOver = false;
    let timer: unknown;
    let stop = (): void => undefined;
    const begin = (attempt: number): void => {
      load().then(
        (followOwnNews) => {
          if (!isOver) stop = followOwnNews(userId);
        },
        (error: unknown) => {
          if (attempt === 1) log.defect('own news', error);
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
