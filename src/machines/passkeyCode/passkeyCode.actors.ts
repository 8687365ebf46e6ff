import { fromPromise } from 'xstate';
import { passkeyCalls } from '../../services/contract/calls/passkeys.ts';
import type { Http } from '../../services/http/port.ts';
import type { PasskeyDevice } from '../../services/passkeys.ts';
import type { App } from '../app/app.ts';
import { type Confirmation, passkeyCodeMachine } from './passkeyCode.machine.ts';

export interface PasskeyCodeDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Null where the browser has none; then nothing is offered. */
  readonly device: Pick<PasskeyDevice, 'get'> | null;
}

/** Effects of the `passkeyCode` machine. */
export function passkeyCodeImplementations({ http, device }: PasskeyCodeDependencies) {
  return {
    actors: {
      confirm: fromPromise<Confirmation>(async ({ signal }) => {
        if (!device) return { ok: false, failure: null };
        const options = await http.send(passkeyCalls.confirmPasskeyOptions, {}, { signal });
        if (!options.ok) return options;
        const given = await device.get(options.value, signal);
        if (!given.ok) return { ok: false, failure: null };
        const body = { credential: given.value };
        const answer = await http.send(passkeyCalls.confirmPasskey, { body }, { signal });
        return answer.ok ? { ok: true, privateCode: answer.value.code } : answer;
      }),
    },
  };
}

export const providePasskeyCode = (app: App) =>
  passkeyCodeMachine.provide(
    passkeyCodeImplementations({ http: app.services.http, device: app.services.passkeyDevice }),
  );
