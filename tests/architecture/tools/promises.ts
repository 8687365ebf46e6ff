import { readSource } from './sources.ts';

/** A test: its file, and its title. */
export type Proof = readonly [file: string, title: string];

type Texts = { readonly [key: string]: string | Texts };

/** Each text of a namespace with its key. */
export const leavesOf = (texts: Texts, path = ''): (readonly [key: string, text: string])[] =>
  Object.entries(texts).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [[path + name, inner] as const] : leavesOf(inner, `${path}${name}.`),
  );

/** @returns the texts of a namespace in English. */
export const englishOf = (namespace: string): (readonly [key: string, text: string])[] =>
  leavesOf(JSON.parse(readSource(`locales/en/${namespace}.json`).text) as Texts).map(
    ([key, text]) => [`${namespace}:${key}`, text] as const,
  );

export const countSentences = (text: string): number =>
  text.split(/[.;?!](?:\s|$)/).filter((part) => part.trim() !== '').length;

/** Those that are nowhere. */
export const missingOf = (proofs: readonly Proof[]): readonly Proof[] =>
  proofs.filter(([file, title]) => !readSource(file).text.includes(title));
