import { languageFor } from '../../src/domain/languages.ts';

/** The same names as in the client (NAV-04). */
const KEY = 'i18nextLng';
const PARAMETER = 'lng';

/** By parameter, cookie and `Accept-Language`, as in the client (NAV-04). @param known the first is the fallback. */
export function languageOf(request: Request, known: readonly string[]): string {
  const wanted = [
    new URL(request.url).searchParams.get(PARAMETER),
    cookieOf(request.headers.get('cookie') ?? ''),
    ...acceptedBy(request.headers.get('accept-language') ?? ''),
  ];
  for (const tag of wanted) {
    const language = languageFor(tag ?? '', known);
    if (language !== null) return language;
  }
  return known[0] ?? 'en';
}

function cookieOf(header: string): string | null {
  const pair = header
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${KEY}=`));
  return pair?.slice(KEY.length + 1) ?? null;
}

function acceptedBy(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
