import { type TextNode, plainTextOf } from '../../src/domain/ownText.ts';

/** An error in the brand folder, in one sentence that names the file. */
export class BrandFault extends Error {
  constructor(file: string, what: string) {
    super(`BRAND_DIR: ${file}: ${what}.`);
  }
}

type Part = TextNode | string;

const INLINE =
  /(?<!!)\[([^\][]+)\]\(([^()\s]+)\)|`([^`]+)`|(?<![\p{L}\p{N}*_\\])(\*\*|__|[*_])(?=[^\s*_])(.+?)(?<=[^\s*_\\])\4(?![\p{L}\p{N}*_])/gu;
const TARGET = /^(?:https:\/\/[^/]|mailto:|\/(?![/\\]))/;
/** Markdown other than paragraphs, flat lists, two headings, and inline marks. */
const UNKNOWN = /^(?:\s*(?:#{3}|>|\||```|<|!\[)|\s+(?:#|[-*+]\s|\d+[.)]\s)|\+\s|[-*_=\s]+$)/;
/** Indented code; within a paragraph it is only a continued line. */
const CODE = /^(?: {4}|\t)/;
/** Markup that was not understood. */
const RAW = /\]\(|!\[|\*\*|~~|`|\\[^\p{L}\p{N}\s]|<[a-z/!]|\]\[|^\[[^\]]+\]:|&#?\w+;/iu;

/**
 * The little Markdown that a legal text needs. Anything else is an error, so that nothing is shown in a way not meant.
 * @param isFaq each `##` is a question that opens. @throws BrandFault that names the line.
 */
export function parseMarkdown(file: string, text: string, isFaq: boolean): readonly TextNode[] {
  const top: TextNode[] = [];
  let into: Part[] = top;
  /** The paragraph or item that continues on the next line. */
  let open: string[] | null = null;
  const begun: (() => void)[] = [];

  function plain(words: string, at: number): string {
    if (!RAW.test(words) && words.search(INLINE) < 0) return words;
    throw new BrandFault(
      file,
      `line ${at}: no link, bold, emphasis or code in a heading or in each other, no ( in an address, no picture, no ~~, no HTML, no \\`,
    );
  }

  function inline(line: string, at: number): Part[] {
    const parts: Part[] = [];
    let from = 0;
    for (const { 0: whole, 1: label, 2: href, 3: code, 4: mark, 5: said = '', index } of line.matchAll(
      INLINE,
    )) {
      if (href !== undefined && !TARGET.test(href))
        throw new BrandFault(file, `line ${at}: a link begins with https://, mailto: or /`);
      parts.push(line.slice(from, index));
      if (label !== undefined && href !== undefined) parts.push({ tag: 'a', href, children: [label] });
      else if (code !== undefined) parts.push({ tag: 'code', children: [code] });
      else parts.push({ tag: mark?.length === 2 ? 'strong' : 'em', children: [said] });
      from = index + whole.length;
    }
    parts.push(line.slice(from));
    for (const part of parts)
      if (typeof part === 'string' || part.tag !== 'code') plain(plainTextOf(part), at);
    return parts.filter((part) => part !== '');
  }

  function begin(tag: 'p' | 'li', place: Part[], first: string, at: number): string[] {
    const lines = [first];
    const children: Part[] = [];
    place.push({ tag, children });
    begun.push(() => children.push(...inline(lines.join(' '), at)));
    return lines;
  }

  for (const [index, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    const at = index + 1;
    const [, marks, heading] = /^(##?) +(\S.*)$/.exec(line) ?? [];
    const [, item] = /^[*-] +(\S.*)$/.exec(line) ?? [];
    if (top.length === 0 && marks !== '#' && line.trim() !== '')
      throw new BrandFault(file, `line ${at}: a text begins with its title: # Title`);
    if (line.trim() === '') open = null;
    else if (UNKNOWN.test(line) || UNKNOWN.test(item ?? '') || (open === null && CODE.test(line)))
      throw new BrandFault(
        file,
        `line ${at}: only # and ##, paragraphs, lists, links, bold, emphasis and code in a line are understood`,
      );
    else if (heading !== undefined) {
      if (marks === '#' && top.length > 0) throw new BrandFault(file, `line ${at}: there is a second title`);
      open = null;
      const title = [plain(heading, at)];
      const children: Part[] = [{ tag: 'summary', children: title }];
      if (isFaq && marks === '##') top.push({ tag: 'details', children });
      else top.push({ tag: marks === '#' && !isFaq ? 'h1' : 'h2', children: title });
      into = isFaq && marks === '##' ? children : top;
    } else if (item !== undefined) {
      const last = into.at(-1);
      const list =
        typeof last === 'object' && last.tag === 'ul' ? last : { tag: 'ul' as const, children: [] };
      if (list !== last) into.push(list);
      open = begin('li', list.children as Part[], item, at);
    } else if (open !== null && !/^\d+[.)] /.test(line)) open.push(line.trim());
    else open = begin('p', into, line.trim(), at);
  }
  if (top.length === 0) throw new BrandFault(file, 'is empty');
  for (const finish of begun) finish();
  return top;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Same as the client shows (src/ui/publicPages/TextPage.tsx), for pages that are served as text. */
export function htmlOf(part: Part): string {
  if (typeof part === 'string') return escapeHtml(part);
  const href = part.href === undefined ? '' : ` href="${escapeHtml(part.href)}"`;
  return `<${part.tag}${href}>${part.children.map(htmlOf).join('')}</${part.tag}>`;
}
