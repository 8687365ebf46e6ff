import type { Log } from '../log.ts';
import type { WorkerHost } from '../proofOfWork/solver.ts';
import type { Clock } from '../clock.ts';
import type { createSocketEngine } from './engine.ts';
import type { AskMessage, EngineMessage, PageMessage, StartMessage } from './messages.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker.
import address from './worker.ts?worker&url';

/** The operator's content security policy must allow this name, and workers of the page's own origin. */
const POLICY = 'socket';

/** Milliseconds until the worker must run: its file may come slowly. */
const START_LIMIT = 10_000;
/** How often the worker is pinged; it must have answered by the next time. */
const ASK_EVERY = 5000;
/** A timer that comes later than this did not run either: the page slept, or was too busy to hear an answer. */
const LATEST = 1000;

export interface ThreadDependencies {
  readonly host: Partial<WorkerHost>;
  readonly start: StartMessage;
  /** For the page itself. */
  readonly loadEngine: () => Promise<{ readonly createSocketEngine: typeof createSocketEngine }>;
  readonly clock: Clock;
  readonly hear: (message: EngineMessage) => void;
  /** No engine could be loaded; a message that opens a link tries again. */
  readonly failed: () => void;
  readonly log: Pick<Log, 'defect' | 'warning'>;
}

/**
 * Starts the engine of the socket in a worker, or in the page where there is none or it does not start (BOOK-15), or
 * once it has died (BOOK-18). The policy admits only the worker's address.
 */
export function startThread({
  host,
  start,
  loadEngine,
  clock,
  hear,
  failed,
  log,
}: ThreadDependencies): (message: PageMessage) => void {
  /** Until the engine is known to run. */
  let waiting: (PageMessage | StartMessage)[] = [start];
  let post: ((message: PageMessage) => void) | null = null;
  let isLoading = false;

  async function load(): Promise<void> {
    const loaded = await loadEngine();
    waiting.shift();
    const receive = loaded.createSocketEngine(start, { clock, tell: hear });
    for (let next = waiting.shift(); next; next = waiting.shift()) receive(next as PageMessage);
    post = receive;
  }

  function inPage(): void {
    if (isLoading) return;
    isLoading = true;
    load().catch((error: unknown) => {
      isLoading = false;
      log.defect('socket', error);
      failed();
    });
  }

  function inWorker({ Worker, trustedTypes }: WorkerHost): void {
    const policy = trustedTypes?.createPolicy(POLICY, {
      createScriptURL: (url) => {
        if (url !== address) throw new TypeError('not the address of the worker');
        return url;
      },
    });
    const worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
    const listening = new AbortController();
    const { signal } = listening;
    let isReady = false;
    let isSilent = true;
    let timer: unknown;
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<EngineMessage>) => {
        isReady = true;
        isSilent = false;
        waiting = [];
        if (data.type !== 'ready') hear(data);
      },
      { signal },
    );
    worker.addEventListener('error', end, { signal });
    watch(START_LIMIT);

    function watch(limit: number): void {
      const late = clock.now() + limit + LATEST;
      timer = clock.setTimeout(() => {
        if (isSilent && clock.now() < late) return end();
        isSilent = true;
        send([{ type: 'ask' }]);
        return watch(ASK_EVERY);
      }, limit);
    }

    function end(): void {
      listening.abort();
      clock.clearTimeout(timer);
      worker.terminate();
      post = null;
      log.warning(`socket: its worker ${isReady ? 'died' : 'did not start'}`);
      if (isReady) {
        waiting = [start];
        hear({ type: 'restarted' });
      }
      inPage();
    }

    function send(messages: readonly (AskMessage | PageMessage | StartMessage)[]): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker is no window.
      worker.postMessage(messages);
    }
    send([start]);
    let outbox: PageMessage[] = [];
    // Messages of one task are sent together: between a subscription and the book's "a link was opened" no frame may be
    // read.
    const flush = (): void => {
      send(outbox);
      outbox = [];
    };
    post = (message) => {
      if (!isReady) waiting.push(message);
      if (outbox.length === 0) queueMicrotask(flush);
      outbox.push(message);
    };
  }

  const { Worker, trustedTypes } = host;
  if (Worker) {
    try {
      inWorker({ Worker, ...(trustedTypes && { trustedTypes }) });
    } catch (error) {
      // The content security policy knows no such worker.
      log.warning(`socket: no worker (${error instanceof Error ? error.name : 'unknown'})`);
    }
  }
  if (post === null) inPage();

  return (message: PageMessage): void => {
    if (post) return post(message);
    waiting.push(message);
    return inPage();
  };
}
