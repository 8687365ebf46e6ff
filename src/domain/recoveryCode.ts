import { asRead } from './credentials.ts';

/** How many are made at a time (RECOVERY-01). */
export const RECOVERY_CODES = 10;
/** From so few on, new ones are advised. */
export const FEW_RECOVERY_CODES = 3;

/** Crockford's base32: no letter that looks like a digit. Twelve of them are 60 bits. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECOVERY_LENGTH = 12;

const WHOLE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`);

/** As it is compared: case, hyphens, spaces and letters that look like a digit do not matter. Null for anything else. */
export function recoveryCodeIn(typed: string): string | null {
  const code = asRead(typed)
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return WHOLE.test(code) ? code : null;
}

/** As it is shown: `ABCD-EFGH-JKMN`. */
export const shownRecoveryCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
