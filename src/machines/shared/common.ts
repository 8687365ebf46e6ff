/**
 * Stands for an effect until the machine is provided with the real one. Using it is a defect, so it throws
 * (docs/architecture.md, "How a press becomes a state").
 */
export const unwired = (name: string) => (): never => {
  throw new Error(`not wired: ${name}`);
};

type Action<Params> = (args: unknown, params: Params) => void;

/** The same for an action with params. */
export const unwiredAction = <Params>(name: string): Action<Params> => unwired(name);

/**
 * What machines say to the shell around them. A machine that lists one of these under `types.emitted` is heard
 * wherever it lives: `useScreenActor` listens to screens' actors, and `src/app` to its own.
 */
export type ToastKind = 'success' | 'error' | 'info';

/** A short message over the screen. */
export interface Toast {
  readonly type: 'toast';
  readonly kind: ToastKind;
  /** Words in `locales`: `toast.copied` (common), or with its namespace, `trade:toast.orderPlaced`. */
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** The server's own words; shown instead of the key where there are some. */
  readonly text?: string;
}

/** Another page is to be shown. */
export interface Navigation {
  readonly type: 'navigate';
  /** A path of this product, from the root. */
  readonly to: string;
  /** Takes the place of the current page in the history, so that "back" does not return to it. */
  readonly replace?: boolean;
  /** Whether the target is told where the user was, to lead back later. */
  readonly remembersWay?: boolean;
  /** Whether the target is told where this page was to lead back to. */
  readonly passesWay?: boolean;
  /** What the target says when it appears. */
  readonly notice?: PageNotice;
}

/** After registration the login page says so (LOGIN-09). */
export type PageNotice = 'accountCreated';

export type Emitted = Toast | Navigation;

/** Why the last try failed; of every machine that keeps it under this name. */
export const selectFailure = <F>({ context }: { readonly context: { readonly failure: F } }): F =>
  context.failure;

/** Makes something once for each app, when it is first asked for. Screens that nobody opens cost nothing. */
export function perApp<App extends object, Made>(make: (app: App) => Made): (app: App) => Made {
  const made = new WeakMap<App, { readonly made: Made }>();
  return (app) => {
    const known = made.get(app) ?? { made: make(app) };
    made.set(app, known);
    return known.made;
  };
}
