/** A part of a text of the operator's brand folder, as it is shown (BRAND-04). */
export interface TextNode {
  readonly tag: 'h1' | 'h2' | 'p' | 'ul' | 'li' | 'a' | 'strong' | 'em' | 'code' | 'details' | 'summary';
  /** Link target: a path of this site, or an address that starts with https: or mailto: */
  readonly href?: string;
  readonly children: readonly (TextNode | string)[];
}

export const plainTextOf = (part: TextNode | string): string =>
  typeof part === 'string' ? part : part.children.map(plainTextOf).join('');

/** Heading of a text that replaces the product's; it also names the page. */
export const titleOf = (text: readonly TextNode[] | undefined): string | undefined =>
  text?.filter(({ tag }) => tag === 'h1').map(plainTextOf)[0];

/** Texts that an operator may write: two replace the product's, the third is shown beside it. */
export const OWN_TEXTS = ['terms', 'privacy', 'faq'] as const;
export type OwnTextName = (typeof OWN_TEXTS)[number];

/** Under which key the texts of such a page hold it. */
export const OWN_TEXT = 'own';
