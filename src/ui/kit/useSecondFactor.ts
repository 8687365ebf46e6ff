import { useSelector } from '@xstate/react';
import { canUsePasskeys } from '../../machines/app/app.ts';
import { isNoneGiven } from '../../machines/passkeyCode/passkeyCode.machine.ts';
import { providePasskeyCode } from '../../machines/passkeyCode/passkeyCode.actors.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { useApp } from './app.tsx';
import { useHeard, useScreenActor } from './useScreenActor.ts';
import { useSession } from './useSession.ts';

/** The account's possible second factors (REAUTH-08). */
export function useSecondFactor() {
  const app = useApp();
  const { user } = useSession();
  const hasPasskeys = app.config.capabilities.passkeys && user?.hasPasskeys === true;
  return {
    hasApp: user?.twoFactorEnabled === true,
    /** A server without `passkeys` asks for none. */
    hasPasskeys,
    isOn: user?.twoFactorEnabled === true || hasPasskeys,
    mayUsePasskey: hasPasskeys && canUsePasskeys(app),
  };
}

/** Asks for a passkey. `onCode` gets the code for it. */
export function usePasskeyCode(onCode: (code: string) => void) {
  const ref = useScreenActor(providePasskeyCode, {});
  useHeard(ref, 'code.given', (given) => onCode(given.privateCode));
  const isAsking = useSelector(ref, isBusy);
  return {
    isAsking,
    failure: useSelector(ref, selectFailure),
    /** The user or the device did not want to. */
    hasNone: useSelector(ref, isNoneGiven),
    /** Asks, or stops asking. */
    press: () => ref.send({ type: isAsking ? 'user.cancel' : 'user.confirm' }),
  };
}
