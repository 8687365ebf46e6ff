/** What the mask leaves in place of a text begins so (`inspectionMask.ts`); no text of the program holds it. */
const MARK = '‹';

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MARK);

/** Watches whether somebody who reads masked data comes upon what the mask hides. */
export function watchReads(): {
  readonly watch: <T>(data: T) => T;
  readonly sawMask: () => boolean;
} {
  let saw = false;
  const watch = <T>(data: T): T => {
    if (isMasked(data)) saw = true;
    if (typeof data !== 'object' || data === null) return data;
    return new Proxy(data, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        // Of an error its name is left, of a long list its beginning.
        if (key === 'error' || (Array.isArray(target) && isMasked(target.at(-1)))) saw = true;
        return watch(value);
      },
    });
  };
  return { watch, sawMask: () => saw };
}

/** What stands first in every file, so that another JSON is not taken for one. */
export const FORMAT = 'quietbook-recording';
export const VERSION = 1;

/** A delay that began. */
export interface RecordedTimer {
  /** The event that it will send: `xstate.after.lookPause.withdrawal.outcomeUnknown.waiting`. */
  readonly event: string;
  /** Milliseconds; null for one that never ends, because JSON knows no infinity. */
  readonly delay: number | null;
  /** The app set its length, the machine did not. */
  readonly isWired?: true;
}

/** What happened to an actor, and what became of it. Texts are masked. */
export interface RecordedStep {
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly event: { readonly type: string };
  /** The context before it, where events that were left out had changed it. */
  readonly before?: unknown;
  /** The state afterwards. */
  readonly state: unknown;
  /** The context afterwards, where it changed. */
  readonly context?: unknown;
  /** Transitions that were taken, as `transitionId` writes them. */
  readonly took: readonly string[];
  readonly timers?: readonly RecordedTimer[];
}

export interface RecordedActor {
  /** `withdrawal#2`: the machine, and a number among the actors of the recording. */
  readonly actor: string;
  readonly machine: string;
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly state: unknown;
  readonly context: unknown;
  readonly timers?: readonly RecordedTimer[];
  readonly steps: readonly RecordedStep[];
  /** Events that came too often to be kept, and changed no state. */
  readonly leftOut?: number;
  /** The recording of this actor was full: what came later is missing. */
  readonly isCut?: true;
}

/** What happened in one page, as a file. */
export interface Recording {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** ISO time of the beginning. */
  readonly began: string;
  readonly actors: readonly RecordedActor[];
}

/** @throws Error that says why the text is no recording. */
export function readRecording(text: string): Recording {
  const raw = JSON.parse(text) as Partial<Recording> | null;
  if (raw?.format !== FORMAT || !Array.isArray(raw.actors))
    throw new Error('this is no recording of Quietbook');
  if (raw.version !== VERSION) {
    throw new Error(`the recording has version ${String(raw.version)}, this program reads ${VERSION}`);
  }
  return raw as Recording;
}
