/** A part of a text of the operator's brand folder, as it is shown (BRAND-04). */
export interface TextNode {
  readonly tag: 'h1' | 'h2' | 'p' | 'ul' | 'li' | 'a' | 'strong' | 'em' | 'code' | 'details' | 'summary';
  /** Of `a`: a path of this site, or an address that begins with https: or mailto: */
  readonly href?: string;
  readonly children: readonly (TextNode | string)[];
}

export const wordsOf = (part: TextNode | string): string =>
  typeof part === 'string' ? part : part.children.map(wordsOf).join('');

/** Of a text that stands in place of the product's: its heading, which names the page too. */
export const titleOf = (text: readonly TextNode[] | undefined): string | undefined =>
  text?.filter(({ tag }) => tag === 'h1').map(wordsOf)[0];

/** Texts that an operator may write: two in place of the product's, the third beside it. */
export const OWN_TEXTS = ['terms', 'privacy', 'faq'] as const;
export type OwnTextName = (typeof OWN_TEXTS)[number];

/** Under which key the texts of such a page hold it. */
export const OWN_TEXT = 'own';
