import { languageFor } from '../../src/domain/languages.ts';

/** The cookie and the parameter by which the client chooses a language too (spec 1 §9). */
const KEY = 'i18nextLng';
const PARAMETER = 'lng';

/**
 * The language in which a reader wants a page: by parameter, by cookie, then by what the browser says it reads, in the
 * order of the client's own detection (spec 1 §9).
 * @param known languages that there are; the first is the one for everybody else.
 */
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

/** `de-AT,de;q=0.9,en;q=0.8`, the most wanted first; what is refused with `q=0` is left out. */
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
