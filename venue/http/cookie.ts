import { SESSION_LIFETIME } from '../accounts/sessions.ts';

/** The session's cookie (contract, "Session"). Under https its name binds it to this host and to https. */
export interface SessionCookie {
  /** The token in a `Cookie` header; null when there is none or it cannot be one. */
  read(header: string | null | undefined): string | null;
  set(token: string): string;
  clear(): string;
}

const TOKEN = /^[\w-]{43}$/;

export function createSessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  return {
    read(header) {
      for (const part of (header ?? '').split(';')) {
        const [key, value = ''] = part.trim().split('=', 2);
        if (key === name && TOKEN.test(value)) return value;
      }
      return null;
    },
    set: (token) => `${name}=${token}; Max-Age=${SESSION_LIFETIME}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
