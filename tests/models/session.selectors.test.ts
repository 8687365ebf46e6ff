import * as selectors from '../../src/machines/session/session.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { sessionModel } from './session.model.ts';

interface Held {
  readonly session: { readonly user: { readonly id: string } } | null;
}

testSelectors(
  sessionModel,
  selectors,
  {
    isDeciding: /^checking/,
    isSignedIn: /^signedIn/,
    isSigningOut: /^signingOut/,
    isExpiring: /expiring/,
    isLocked: /locked/,
    isUnconfirmed: /locked\.unanswered/,
    selectUser: ({ session }: Held, state) => (state === 'checking' ? null : (session?.user ?? null)),
    selectFarewell: { context: 'farewell' },
    selectUserId: ({ session }: Held, state) => (state.startsWith('signedIn') ? session?.user.id : null),
  },
  {
    deciding: /^checking/,
    signedIn: /^signedIn/,
    locked: /locked/,
  },
);
