import { fromPromise } from 'xstate';
import type { CodeInput, CodeOutput, EnableOutput } from '../../machines/twoFactor/index.ts';
import { calls } from '../../services/contract/index.ts';
import type { Http } from '../../services/http/port.ts';

export interface TwoFactorDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Asks the server anew who this is. */
  readonly outdateAccount: () => void;
}

/** Effects of the `twoFactor` machine. */
export function createTwoFactorWiring({ http, outdateAccount }: TwoFactorDependencies) {
  return {
    actors: {
      enable: fromPromise<EnableOutput>(({ signal }) => http.send(calls.twoFactorEnable, {}, { signal })),
      verify: fromPromise<CodeOutput, CodeInput>(({ input, signal }) =>
        http.send(calls.twoFactorVerify, { body: input }, { signal }),
      ),
      disable: fromPromise<CodeOutput, CodeInput>(({ input, signal }) =>
        http.send(calls.twoFactorDisable, { body: input }, { signal }),
      ),
    },
    actions: { outdateAccount },
  };
}
