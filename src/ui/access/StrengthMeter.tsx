import { lazy, Suspense, type ComponentType } from 'react';
import { passwordScore, UNJUDGED_SCORE } from '../../domain/credentials.ts';
import type { NewPassword } from './JudgedStrength.tsx';
import { Meter } from './PasswordField.tsx';

/** @param load brings the list of common passwords, which is large: it comes once a password is typed. */
export function createStrengthMeter(load: () => Promise<ComponentType<NewPassword>>) {
  const Judged = lazy(() =>
    load().then(
      (judged) => ({ default: judged }),
      () => ({ default: Unjudged }),
    ),
  );
  return (props: NewPassword) =>
    props.password === '' ? (
      <Meter score={0} />
    ) : (
      <Suspense fallback={<Unjudged {...props} />}>
        <Judged {...props} />
      </Suspense>
    );
}

/** Without the list none is called strong. */
function Unjudged({ password }: Pick<NewPassword, 'password'>) {
  return <Meter score={Math.min(passwordScore(password), UNJUDGED_SCORE)} />;
}

/** Scores a new password from 0 to 5 (LOGIN-08). */
export const StrengthMeter = createStrengthMeter(
  async () => (await import('./JudgedStrength.tsx')).JudgedStrength,
);
