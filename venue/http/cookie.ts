/** A cookie with a token. Under https the prefix `__Host-` binds its name to this host. */
export interface TokenCookie {
  /** Null when the header contains no valid token. */
  read(header: string | null | undefined): string | null;
  /** @param seconds for which the browser keeps it. */
  set(token: string, seconds: number): string;
  clear(): string;
}

const TOKEN = /^[\w-]{43}$/;

export function createTokenCookie(plainName: 'session' | 'device', isHttps: boolean): TokenCookie {
  const name = isHttps ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  return {
    read(header) {
      for (const part of (header ?? '').split(';')) {
        const [key, value = ''] = part.trim().split('=', 2);
        if (key === name && TOKEN.test(value)) return value;
      }
      return null;
    },
    set: (token, seconds) => `${name}=${token}; Max-Age=${Math.max(1, Math.ceil(seconds))}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
