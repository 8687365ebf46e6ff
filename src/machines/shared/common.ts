import {
  type AnyActorRef,
  type AnyEventObject,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate';
import type { Said } from '../../domain/failure.ts';

/** A chart's actors and effects outside. `<feature>.actors.ts` provides them; until then they throw. */
export const promise = <Output, Input = NonReducibleUnknown>() =>
  fromPromise<Output, Input>(({ self }) => unwired(self));

export const callback = <
  Hears extends EventObject = AnyEventObject,
  Input = NonReducibleUnknown,
  Says extends EventObject = AnyEventObject,
>() => fromCallback<Hears, Input, Says>(({ self }) => unwired(self));

type Effect<Params> = (args: { readonly self: AnyActorRef }, params: Params) => void;

export const effect =
  <Params = undefined>(): Effect<Params> =>
  ({ self }) =>
    unwired(self);

function unwired({ id }: AnyActorRef): never {
  throw new Error(`not wired: ${id}`);
}

/** Events that machines emit: `useScreenActor` listens to the actors of screens, `src/app` to its own. */
export type ToastKind = 'success' | 'error' | 'info';

/** With the server's message, shown instead of the key. */
export interface Toast extends Said {
  readonly type: 'toast';
  readonly kind: ToastKind;
  /** A key in `locales`: `toast.copied` (common), or with its namespace, `trade:toast.orderPlaced`. */
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Of one that the list of the header keeps, too (NOTICE-01). */
  readonly news?: {
    /** The page that it leads to. */
    readonly path: string;
    /** Epoch milliseconds. */
    readonly at: number;
  };
}

export interface Navigation {
  readonly type: 'navigate';
  readonly to: string;
  /** Replaces the current page in the history. */
  readonly replace?: boolean;
  /** Passes the current address on, so that the target can lead back. */
  readonly remembersWay?: boolean;
  /** Passes on the address that the current page was to lead back to. */
  readonly passesWay?: boolean;
  readonly notice?: PageNotice;
}

/** LOGIN-09, PRIVACY-05. */
export const PAGE_NOTICES = ['accountCreated', 'accountDeleted', 'accountPerhapsDeleted'] as const;
export type PageNotice = (typeof PAGE_NOTICES)[number];

export type Emitted = Toast | Navigation;

export const selectFailure = <F>({ context }: { readonly context: { readonly failure: F } }): F =>
  context.failure;

/** The request is in progress. */
export const isBusy = (snapshot: { readonly hasTag: (tag: 'busy') => boolean }): boolean =>
  snapshot.hasTag('busy');

/** Makes something once for each app, on first use. */
export function perApp<App extends object, Made>(make: (app: App) => Made): (app: App) => Made {
  const made = new WeakMap<App, { readonly made: Made }>();
  return (app) => {
    const known = made.get(app) ?? { made: make(app) };
    made.set(app, known);
    return known.made;
  };
}

/**
 * For an actor that lives as long as somebody watches it. Leaving is reported later, so that the next screen, or the
 * same one that React mounts again, can take over.
 * @param tell that the first came, once the actor runs, or that the last has left @returns starts to watch, and returns
 * how to end it
 */
export function watcherOf(ref: AnyActorRef, tell: (isWatched: boolean) => void): () => () => void {
  let readers = 0;
  let isWatched = false;
  const tellChange = (): void => {
    if (isWatched === readers > 0) return;
    isWatched = readers > 0;
    tell(isWatched);
  };
  return () => {
    readers += 1;
    if (ref.getSnapshot().status === 'active') ref.start();
    tellChange();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      readers -= 1;
      queueMicrotask(tellChange);
    };
  };
}

interface Watched {
  readonly ref: AnyActorRef;
  readonly watch: () => () => void;
}

/** Keeps reads current, and reports at once and after each change. @returns a function that ends it. */
export function followReads(reads: readonly Watched[], tell: () => void): () => void {
  const leaves = reads.map(({ watch }) => watch());
  const subscriptions = reads.map(({ ref }) => ref.subscribe(tell));
  tell();
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    for (const leave of leaves) leave();
  };
}

/**
 * For `sendTo`: the invoking actor. Unlike `sendParent` it does not throw where there is none, so that the path
 * functions of `@xstate/graph` can explore a statechart that sends its parent something.
 */
export const parentOf = ({ self }: { readonly self: AnyActorRef }): AnyActorRef => self._parent ?? self;
