import { isCommonPassword, type KnownOfUser } from '../../domain/commonPasswords.ts';
import { COMMON_SCORE, passwordScore } from '../../domain/credentials.ts';
import { Meter } from './PasswordField.tsx';

export interface NewPassword {
  readonly password: string;
  /** Whose it will be. */
  readonly user: KnownOfUser;
}

/**
 * The strength of a password that was looked up in the list of common ones, as the venue does (LOGIN-19). Its chunk holds
 * the list.
 */
export function JudgedStrength({ password, user }: NewPassword) {
  return <Meter score={isCommonPassword(password, user) ? COMMON_SCORE : passwordScore(password)} />;
}
