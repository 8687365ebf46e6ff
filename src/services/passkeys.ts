import { mayHavePasskeys } from '../domain/passkey.ts';
import type { MadePasskey, SignedPasskey } from './contract/passkeys.ts';
import type { Answered, PasskeyOptions } from './passkeyCeremonies.ts';

/** The authenticators of a browser. Never rejects; stopping ends what the browser shows. */
export interface PasskeyDevice {
  create(options: PasskeyOptions, signal: AbortSignal): Promise<Answered<MadePasskey>>;
  get(options: PasskeyOptions, signal: AbortSignal): Promise<Answered<SignedPasskey>>;
}

const NONE = { ok: false, reason: 'none' } as const;

/** @returns null where the browser has none for this page. */
export function createPasskeyDevice(
  host: Pick<Window, 'location' | 'isSecureContext'> & { readonly PublicKeyCredential?: unknown },
): PasskeyDevice | null {
  if (!host.PublicKeyCredential || !host.isSecureContext || !mayHavePasskeys(host.location.hostname))
    return null;
  // Loaded by the first press.
  const ceremonies = () => import('./passkeyCeremonies.ts');
  return {
    create: (options, signal) =>
      ceremonies().then(
        ({ createPasskey }) => createPasskey(options, signal),
        () => NONE,
      ),
    get: (options, signal) =>
      ceremonies().then(
        ({ getPasskey }) => getPasskey(options, signal),
        () => NONE,
      ),
  };
}
