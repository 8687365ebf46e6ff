export interface Loop {
  readonly first: Promise<void>;
  /** Whether the first round has ended. */
  hasRun(): boolean;
  now(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs round after round, with a pause between them. A failure does not end it. */
export function startLoop(round: () => Promise<void>, rest: number, onError: (error: unknown) => void): Loop {
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;
  let hasRun = false;
  const next = async (): Promise<void> => {
    await round().catch(onError);
    hasRun = true;
    if (isStopping) return;
    timer = setTimeout(() => {
      last = next();
    }, rest);
    timer.unref();
  };
  const afterThat = async (before: Promise<void>): Promise<void> => {
    await before;
    if (timer) clearTimeout(timer);
    if (!isStopping) await next();
  };
  const first = next();
  let last = first;
  return {
    first,
    hasRun: () => hasRun,
    now() {
      last = afterThat(last);
      return last;
    },
    stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      return last;
    },
  };
}

/** Until it ends, at most for this long. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
