export { appImplementations, type Words } from './app.actors.ts';
export {
  appMachine,
  isAskingService,
  hasTexts,
  isSwitchingLanguage,
  lacksTexts,
  type AppContext,
  type AppSnapshot,
} from './app.machine.ts';
export {
  canConfirmWithPasskey,
  canUsePasskeys,
  userIdOf,
  type App,
  type AppConfig,
  type Capabilities,
} from './app.ts';
export {
  noticesMachine,
  selectToasts,
  type KeptToast,
  type NoticesContext,
  type NoticesEvent,
  type ToastContent,
} from './notices.machine.ts';
export { createOpenOutcomes, type NotedOutcomes } from './openOutcomes.ts';
