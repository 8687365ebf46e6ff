export { providePasskeyCode } from './passkeyCode.actors.ts';
export {
  isAskingPasskey,
  isNoneGiven,
  passkeyCodeMachine,
  type CodeGiven,
  type PasskeyCodeContext,
} from './passkeyCode.machine.ts';
