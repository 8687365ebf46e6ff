/** Start of every mask (`inspectionMask.ts`); no text of the program holds it. */
const MARK = '‹';

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MARK);

/** Watches whether a reader of masked data meets a mask. */
export function watchReads(): { readonly watch: <T>(data: T) => T; readonly sawMask: () => boolean } {
  let saw = false;
  const watch = <T>(data: T): T => {
    if (isMasked(data)) saw = true;
    if (typeof data !== 'object' || data === null) return data;
    return new Proxy(data, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        // Of an error only the name is kept, of a long list only the beginning.
        if (key === 'error' || (Array.isArray(target) && isMasked(target.at(-1)))) saw = true;
        return watch(value);
      },
    });
  };
  return { watch, sawMask: () => saw };
}

/** First field of every file, so that other JSON is refused. */
export const FORMAT = 'quietbook-recording';
export const VERSION = 2;

export interface RecordedTimer {
  /** Event to be sent, such as `xstate.after.lookPause.withdrawal.outcomeUnknown.waiting`. */
  readonly event: string;
  /** Milliseconds; null for infinity, which JSON does not have. */
  readonly delay: number | null;
  /** The app set the length, not the machine. */
  readonly isWired?: true;
}

/** One event and its effect. Texts are masked; times are milliseconds since the recording began. */
export interface RecordedStep {
  readonly at: number;
  readonly event: { readonly type: string };
  /** Context before it, where unrecorded events had changed it. */
  readonly before?: unknown;
  readonly state: unknown;
  /** Context afterwards, where it changed. */
  readonly context?: unknown;
  /** Contexts after each microstep but the last, where one is not the context afterwards. */
  readonly between?: readonly unknown[];
  /** As `transitionId` writes them. */
  readonly took: readonly string[];
  readonly timers?: readonly RecordedTimer[];
}

export interface RecordedActor {
  /** `withdrawal#2`: the machine, and a number among the recording's actors. */
  readonly actor: string;
  readonly machine: string;
  readonly at: number;
  readonly state: unknown;
  readonly context: unknown;
  readonly timers?: readonly RecordedTimer[];
  readonly steps: readonly RecordedStep[];
  /** Number of frequent events that were not kept and changed no state. */
  readonly leftOut?: number;
  /** The recording was full: later events are missing. */
  readonly isCut?: true;
}

/** Where a problem was seen. It contains nothing that a user typed. */
export interface ProblemReport {
  /** ISO time. */
  readonly at: string;
  /** The kind of page: `/withdraw`, without coin, pair or token. */
  readonly page: string;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  readonly language: string;
  readonly browser: string;
  /** The commit that the page was built from. */
  readonly build: string;
  /** SVG text. */
  readonly picture: string;
}

export interface Recording {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** ISO time. */
  readonly began: string;
  readonly actors: readonly RecordedActor[];
  readonly report?: ProblemReport;
}

/** @throws Error that says why the text is no recording. */
export function readRecording(text: string): Recording {
  let raw: Partial<Recording> | null;
  try {
    raw = JSON.parse(text) as Partial<Recording> | null;
  } catch {
    // The parser's own message quotes the start of the text.
    throw new Error('this is no JSON');
  }
  if (raw?.format !== FORMAT || !Array.isArray(raw.actors))
    throw new Error('this is no recording of Quietbook');
  if (raw.version !== VERSION) {
    throw new Error(`the recording has version ${String(raw.version)}, this program reads ${VERSION}`);
  }
  return raw as Recording;
}
