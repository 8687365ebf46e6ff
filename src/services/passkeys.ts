import { mayHavePasskeys } from '../domain/passkey.ts';
import type { MadePasskey, SignedPasskey } from './contract/passkeys.ts';

/** Options of WebAuthn in JSON, as the server sent them. */
export type PasskeyOptions = { readonly challenge: string } & Readonly<Record<string, unknown>>;

/** `none`: the user or the device did not want to; `known`: the device has a passkey of this account already. */
export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'none' | 'known' };

/** The authenticators of a browser. Never rejects; stopping ends what the browser shows. */
export interface PasskeyDevice {
  create(options: PasskeyOptions, signal: AbortSignal): Promise<Answered<MadePasskey>>;
  get(options: PasskeyOptions, signal: AbortSignal): Promise<Answered<SignedPasskey>>;
}

/** @returns null where the browser has none for this page. */
export function createPasskeyDevice(
  host: Pick<Window, 'location' | 'isSecureContext'> & { readonly PublicKeyCredential?: unknown },
): PasskeyDevice | null {
  if (!host.PublicKeyCredential || !host.isSecureContext || !mayHavePasskeys(host.location.hostname))
    return null;
  // Loaded by the first press.
  const library = () => import('@simplewebauthn/browser');

  async function ask<T>(
    signal: AbortSignal,
    work: (lib: Awaited<ReturnType<typeof library>>) => Promise<T>,
  ): Promise<Answered<T>> {
    try {
      const lib = await library();
      signal.throwIfAborted();
      signal.addEventListener('abort', () => lib.WebAuthnAbortService.cancelCeremony(), { once: true });
      return { ok: true, value: await work(lib) };
    } catch (error) {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      return { ok: false, reason: isKnown ? 'known' : 'none' };
    }
  }

  // Only what the server needs: neither the kind of the device nor how it is connected.
  return {
    create: (options, signal) =>
      ask(signal, async (lib) => {
        const { id, rawId, type, response } = await lib.startRegistration({ optionsJSON: options as never });
        const { clientDataJSON, attestationObject } = response;
        const kept = { clientDataJSON, attestationObject };
        return { id, rawId, type, response: kept, clientExtensionResults: {} };
      }),
    get: (options, signal) =>
      ask(signal, async (lib) => {
        const { id, rawId, type, response } = await lib.startAuthentication({
          optionsJSON: options,
        });
        const { clientDataJSON, authenticatorData, signature } = response;
        const kept = { clientDataJSON, authenticatorData, signature };
        return { id, rawId, type, response: kept, clientExtensionResults: {} };
      }),
  };
}
