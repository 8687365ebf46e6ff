import { plainKey } from './words.ts';

/** By namespace and key: `trade:orders.empty`. */
export type Texts = ReadonlyMap<string, string>;

export interface Glossary {
  /** English terms to stems of translations, in lower case. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  /** Keys that rightly use another word. */
  readonly exceptions: readonly string[];
}

/** @throws Error for what is neither a text nor a group of texts */
export function textsOf(namespace: string, words: unknown, prefix = ''): [key: string, text: string][] {
  if (typeof words !== 'object' || words === null) throw new Error(`${namespace}:${prefix} is no group`);
  return Object.entries(words).flatMap(([name, inner]): [string, string][] => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return typeof inner === 'string' ? [[`${namespace}:${key}`, inner]] : textsOf(namespace, inner, key);
  });
}

const categoryOf = (key: string): string | null =>
  key === plainKey(key) ? null : key.slice(plainKey(key).length + 1);

/** `question` for `question_one` and `question_other`. */
function countedOf(english: Texts): ReadonlySet<string> {
  return new Set([...english.keys()].filter((key) => categoryOf(key) !== null).map(plainKey));
}

/** A counted text has every plural category of its language, and no other. */
export function keyFaults(language: string, english: Texts, own: Texts): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const counted = countedOf(english);
  const wanted = new Set(
    [...english.keys()].flatMap((key) =>
      counted.has(plainKey(key)) ? pluralCategories.map((category) => `${plainKey(key)}_${category}`) : [key],
    ),
  );
  return [
    ...[...wanted].filter((key) => !own.has(key)).map((key) => `${language} lacks ${key}`),
    ...[...own.keys()].filter((key) => !wanted.has(key)).map((key) => `${language} has ${key} too much`),
  ];
}

const marksOf = (text: string): string => (text.match(/\{\{[^}]*\}\}|<\/?\w+\/?>/g) ?? []).sort().join(' ');

export function markFaults(language: string, english: Texts, own: Texts): string[] {
  return [...own].flatMap(([key, text]) => {
    const model = english.get(key) ?? english.get(`${plainKey(key)}_other`);
    return model === undefined || marksOf(model) === marksOf(text)
      ? []
      : [`${language} ${key}: ${marksOf(text)} in place of ${marksOf(model)}`];
  });
}

/** Empty, with space around them, or without a figure of the English text. */
export function textFaults(language: string, english: Texts, own: Texts): string[] {
  const figures = (text: string): string[] => text.replaceAll(/\{\{[^}]*\}\}/g, '').match(/\d+/g) ?? [];
  return [...own].flatMap(([key, text]) => {
    const model = english.get(key) ?? english.get(`${plainKey(key)}_other`) ?? text;
    const lost = figures(model).filter((figure) => !figures(text).includes(figure));
    return [
      ...(text.trim() === '' ? [`${language} ${key} is empty`] : []),
      ...(text === text.trim() ? [] : [`${language} ${key} has space around it`]),
      ...lost.map((figure) => `${language} ${key} lost ${figure}`),
    ];
  });
}

/** `order` is in “order” and “Orders”, not in “border” or in a longer term such as “order book”. */
function mentions(text: string, term: string, longer: readonly string[]): boolean {
  const rest = longer.reduce((left, one) => left.replaceAll(wordOf(one), ' '), text);
  return wordOf(term).test(rest);
}

const wordOf = (term: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}-])${term.replaceAll(/[ -]/g, '[ -]')}(?:s|es)?(?![\\p{L}\\p{N}-])`, 'giu');

/** Also finds needless exceptions. */
export function glossaryFaults(
  language: string,
  english: Texts,
  own: Texts,
  { terms, exceptions }: Glossary,
): string[] {
  const faults = new Map<string, string[]>();
  for (const [key, text] of own) {
    const model = english.get(key) ?? english.get(`${plainKey(key)}_other`);
    if (model === undefined) continue;
    const spoken = text.toLocaleLowerCase(language);
    const missed = Object.entries(terms)
      .filter(([term]) => {
        const longer = Object.keys(terms).filter((other) => other !== term && other.includes(term));
        return mentions(model.replaceAll(/\{\{[^}]*\}\}|<\/?\w+\/?>/g, ' '), term, longer);
      })
      .filter(([, stems]) => !stems.some((stem) => spoken.includes(stem)))
      .map(([term]) => `${language} ${key} does not say “${term}” by the glossary's word: ${text}`);
    if (missed.length > 0) faults.set(plainKey(key), [...(faults.get(plainKey(key)) ?? []), ...missed]);
  }
  return [
    ...[...faults].flatMap(([key, told]) => (exceptions.map(plainKey).includes(key) ? [] : told)),
    ...exceptions
      .filter((key) => !faults.has(plainKey(key)))
      .map((key) => `${language} ${key} needs no exception`),
  ];
}
