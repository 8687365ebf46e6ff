export {
  PAGE_NOTICES,
  parentOf,
  perApp,
  selectFailure,
  unwired,
  unwiredAction,
  type Emitted,
  type Navigation,
  type PageNotice,
  type Toast,
} from './common.ts';
export { cooldownMachine, isCooling, type CooldownContext } from './cooldown.machine.ts';
export { countdownMachine, isOver, selectSecondsLeft, type CountdownContext } from './countdown.machine.ts';
export {
  COPIED_SHOWN,
  flashMachine,
  isShown,
  SAVED_SHOWN,
  SLATEPACK_COPIED_SHOWN,
  TIP_SHOWN,
  type FlashContext,
} from './flash.machine.ts';
export { provideCooldown, provideCountdown, provideFlash } from './shared.actors.ts';
