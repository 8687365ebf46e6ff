import type { StoredSession } from '../session/index.ts';

export interface AppInput {
  /** What was found in the browser at the start; null when nothing valid was. */
  readonly stored: StoredSession | null;
}

export interface AppContext extends AppInput {
  /** Where the maintenance page leads when the service is back. */
  readonly back: string;
  /** Code of the language on the screen; null before any words were loaded. */
  readonly language: string | null;
}

export type AppEvent =
  /** A screen could not even begin: 5xx, or no network (CALL-02). */
  | { readonly type: 'service.failed' }
  /** The maintenance page opened, and where it should lead back to. */
  | { readonly type: 'maintenance.entered'; readonly back: string }
  | { readonly type: 'maintenance.left' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'language.chosen'; readonly language: string };

export interface LanguageInput {
  readonly language: string;
}

export interface DefectReport {
  /** Which part of the application it was. */
  readonly where: string;
  readonly error: unknown;
}
