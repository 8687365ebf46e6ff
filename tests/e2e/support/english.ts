import { readFileSync } from 'node:fs';

/** The English text of a key. @param file such as `auth` @param key such as `login.refused.other` */
export function english(file: string, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  let at: unknown = JSON.parse(
    readFileSync(new URL(`../../../locales/en/${file}.json`, import.meta.url), 'utf8'),
  );
  for (const part of key.split('.')) at = (at as Readonly<Record<string, unknown>>)[part];
  if (typeof at !== 'string') throw new Error(`no text has the key ${file}:${key}`);
  return at.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? name;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}
