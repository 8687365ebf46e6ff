export { provideApiKeys } from './apiKeys.actors.ts';
export {
  apiKeysMachine,
  isBusy,
  selectAsked,
  selectIsLost,
  selectMade,
  selectTried,
  type ApiKeysContext,
  type KeyProof,
  type KeyWish,
  type NewKey,
  type NamedKey,
} from './apiKeys.machine.ts';
