import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

export { appMachine } from './app.machine.ts';
export type { AppContext, AppEvent, AppInput, DefectReport, LanguageInput } from './types.ts';

export type AppRef = ActorRefFrom<typeof appMachine>;
export type AppSnapshot = SnapshotFrom<typeof appMachine>;

export const isSpoken = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ language: 'spoken' }) || snapshot.matches({ language: 'switching' });
export const isWordless = (snapshot: AppSnapshot): boolean => snapshot.matches({ language: 'wordless' });
export const isAskingService = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ service: { maintenance: 'asking' } });
export const isSwitchingLanguage = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ language: 'switching' });
