import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { MadePasskey, SignedPasskey } from './contract/passkeys.ts';

/** Options of WebAuthn in JSON, as the server sent them. */
export type PasskeyOptions = { readonly challenge: string } & Readonly<Record<string, unknown>>;

/** `none`: the user or the device did not want to; `known`: the device has a passkey of this account already. */
export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'none' | 'known' };

async function ask<T>(signal: AbortSignal, work: () => Promise<T>): Promise<Answered<T>> {
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
    return { ok: true, value: await work() };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { ok: false, reason: isKnown ? 'known' : 'none' };
  }
}

// Only what the server needs: neither the kind of the device nor how it is connected.

/** Never rejects. @param options of WebAuthn, as the server sent them */
export const createPasskey = (options: PasskeyOptions, signal: AbortSignal): Promise<Answered<MadePasskey>> =>
  ask(signal, async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as never });
    const { clientDataJSON, attestationObject } = response;
    const kept = { clientDataJSON, attestationObject };
    return { id, rawId, type, response: kept, clientExtensionResults: {} };
  });

/** Never rejects. @param options of WebAuthn, as the server sent them */
export const getPasskey = (options: PasskeyOptions, signal: AbortSignal): Promise<Answered<SignedPasskey>> =>
  ask(signal, async () => {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature } = response;
    const kept = { clientDataJSON, authenticatorData, signature };
    return { id, rawId, type, response: kept, clientExtensionResults: {} };
  });
