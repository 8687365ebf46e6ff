import type { Failure } from '../../src/domain/failure.ts';
import * as selectors from '../../src/machines/account/passwordChange.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { passwordChangeModel } from './passwordChange.model.ts';

testSelectors(
  passwordChangeModel,
  selectors,
  {
    isChanging: /^changing/,
    isChanged: /^changed/,
    isOutcomeUnknown: /^outcomeUnknown/,
    selectFailure: { context: 'failure' },
    selectAnswer: { context: 'answer' },
    selectFailedField: ({ failure }: { failure: Failure | null }) => {
      if (failure === null) return null;
      if (/2fa/i.test(failure.text ?? '')) return 'twoFactorCode';
      return failure.status === 401 ? 'oldPassword' : 'form';
    },
  },
  {
    busy: /^changing/,
    failed: /^(refused|outcomeUnknown)/,
  },
);
