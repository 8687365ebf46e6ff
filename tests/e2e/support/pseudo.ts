import type { Page } from '@playwright/test';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'àà',
  e: 'ëë',
  i: 'ï',
  o: 'öö',
  u: 'ü',
  A: 'À',
  E: 'Ë',
  I: 'Ï',
  O: 'Ö',
  U: 'Ü',
  c: 'ç',
  n: 'ñ',
  y: 'ÿ',
};
const MARKS = /(\{\{[^}]*\}\}|<\/?\w+\/?>)/;

/** Accented, a third longer, in brackets; placeholders and tags stay. */
function pseudoText(text: string): string {
  const parts = text
    .split(MARKS)
    .map((part) => (MARKS.test(part) ? part : part.replaceAll(/[a-zA-Z]/g, (one) => ACCENTS[one] ?? one)));
  return `⟦${parts.join('')}⟧`;
}

function pseudoWords(words: unknown): unknown {
  if (typeof words === 'string') return pseudoText(words);
  return Object.fromEntries(
    Object.entries(words as object).map(([key, inner]) => [key, pseudoWords(inner)] as const),
  );
}

export async function speakPseudo(page: Page): Promise<void> {
  await page.route('**/locales/en/*.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: pseudoWords(await answer.json()) });
  });
}

/** Words on the page that do not come from the locales. @param known data: symbols, coins, units */
export async function untranslated(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const { text, attributes } = await page.evaluate(() => {
    // Code, and texts of users or servers, which are in `bdi` or have a direction.
    const DATA = 'code, pre, bdi, script, noscript, [dir="auto"], [lang]:not(html)';
    const ATTRIBUTES = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'aria-valuetext'];
    const seen: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(DATA)) continue;
      if (parent.localName === 'option' || parent.checkVisibility()) seen.push(node.nodeValue ?? '');
    }
    const said = [...document.querySelectorAll('body *')].flatMap((element) =>
      element.closest(DATA) ? [] : ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''),
    );
    return { text: seen.join(' '), attributes: said };
  });
  const words = [text, ...attributes].flatMap((one) => withoutPseudo(one).match(/[\p{L}\p{N}@.…-]+/gu) ?? []);
  // Addresses, ids and times have digits or an ellipsis.
  return words.filter((word) => /\p{L}{2,}/u.test(word) && !/[\p{N}@…]/u.test(word) && !known.has(word));
}

/** One text may contain another. */
function withoutPseudo(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
  return rest === text ? text : withoutPseudo(rest);
}
