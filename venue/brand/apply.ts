import { LANGUAGES } from '../../src/domain/languages.ts';
import { OWN_TEXT, OWN_TEXTS, titleOf } from '../../src/domain/ownText.ts';
import { type Brand, ownTextIn } from './folder.ts';
import { escapeHtml, htmlOf } from './markdown.ts';

export const DEFAULT_NAME = 'Quietbook';
const STYLE = '/brand.css';
const CARD = '/card.png';

/** What is served in place of built files, by path; null for nothing. @param built null where the build has none. */
export function brandedFiles(
  brand: Brand,
  built: (path: string) => string | null,
): ReadonlyMap<string, Buffer | null> {
  const files = new Map<string, Buffer | null>(brand.files);
  const change = (path: string, by: (text: string) => string): void => {
    const text = built(path);
    if (text !== null) files.set(path, Buffer.from(by(text)));
  };
  // The built card shows the default name.
  if (!files.has(CARD)) files.set(CARD, null);
  change('/site.webmanifest', (text) =>
    JSON.stringify({ ...(JSON.parse(text) as object), name: brand.name, short_name: brand.name }),
  );
  if (!brand.bugBounty)
    change('/sitemap.xml', (text) =>
      text
        .split('\n')
        .filter((line) => !/\/bugbounty[?<]/.test(line))
        .join('\n'),
    );
  for (const language of LANGUAGES)
    for (const name of OWN_TEXTS) {
      const own = ownTextIn(brand, name, language);
      if (own)
        change(`/locales/${language}/${name}.json`, (text) =>
          JSON.stringify({ ...(JSON.parse(text) as object), [OWN_TEXT]: own }),
        );
    }
  const style = styleOf(brand);
  if (style !== '') files.set(STYLE, Buffer.from(style));
  return files;
}

/** Doubled, so that it overrides the built-in colours. */
function styleOf({ colours: { brand, accent } }: Brand): string {
  const tokens = [
    ...(brand === undefined ? [] : [`--brand:${brand}`]),
    ...(accent === undefined
      ? []
      : [
          `--info:${accent}`,
          `--info-quiet:color-mix(in srgb,${accent} 10%,transparent)`,
          `--mantine-color-info-4:${accent}`,
          `--mantine-color-info-5:color-mix(in srgb,${accent} 88%,#000)`,
        ]),
  ];
  return tokens.length === 0 ? '' : `:root:root{${tokens.join(';')}}`;
}

/** The parts of the configuration block that belong to the brand. */
export function brandBlock(brand: Brand, built: object): object {
  const { name, contactMail, socialLink, bugBounty, files } = brand;
  return {
    ...built,
    name,
    ...(contactMail === '' ? {} : { contactMail }),
    ...(socialLink === '' ? {} : { socialLink }),
    hasLogo: files.has('/logo.svg'),
    hasBounty: bugBounty,
    ownTexts: OWN_TEXTS.filter((text) => ownTextIn(brand, text, null) !== undefined),
  };
}

/** Whole scripts and styles; otherwise texts and `content` attributes. */
const SHOWN = /<(script|style)\b[^>]*>[^<]*<\/\1>|>[^<]+|(?<= content=")[^"]+/g;
const LOGO = /<svg class="([^"]*)" data-logo="[^"]*"[^>]*>.*?<\/svg>/gs;
const BOUNTY = /<li><a [^>]*href="\/bugbounty"[^>]*>[^<]*<\/a><\/li>|<p [^>]*data-bounty=""[^>]*>[^<]*<\/p>/g;
const DESCRIPTION = /(<meta (?:name="description"|property="og:description") content=")[^"]*/g;
const TITLE = /(<title>|<meta property="og:title" content=")[^<"]*/g;
const PICTURE = /<meta (?:property="og:image"|name="twitter:card")[^>]*>/g;

/** All names as a page may write them, longest first, as one may start with another. */
function anyOf(names: readonly string[]): RegExp {
  const written = names
    .filter((one) => one !== '')
    .sort((one, other) => other.length - one.length)
    .map((one) =>
      escapeHtml(one)
        .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
        .replaceAll("'", "(?:'|&#x27;)"),
    );
  return new RegExp(written.join('|'), 'g');
}

export interface BuiltPage {
  readonly language: string | null;
  /** The name that it was built with. */
  readonly name: string;
  readonly publicOrigin: string | null;
}

/** A page rendered at build time, as the client would render it for this brand. */
export function brandedPage(html: string, brand: Brand, { language, name, publicOrigin }: BuiltPage): string {
  const own = escapeHtml(brand.name);
  const known = anyOf([name, DEFAULT_NAME]);
  let page = html.replaceAll(SHOWN, (part) =>
    part.startsWith('<') ? part : part.replaceAll(known, () => own),
  );
  if (brand.files.has('/logo.svg'))
    page = page.replaceAll(LOGO, (_logo, style: string) => `<img class="${style}" src="/logo.svg" alt="">`);
  if (!brand.bugBounty) page = page.replaceAll(BOUNTY, '');
  for (const text of OWN_TEXTS) {
    const nodes = ownTextIn(brand, text, language);
    const place = new RegExp(`(<article data-own="${text}">).*?(?=</article>)`, 's');
    if (!nodes || !place.test(page)) continue;
    page = page.replace(place, (_whole, start: string) => start + nodes.map(htmlOf).join(''));
    const title = titleOf(nodes);
    if (title === undefined) continue;
    page = page.replaceAll(DESCRIPTION, (_whole, start: string) => start + escapeHtml(title));
    page = page.replaceAll(TITLE, (_whole, start: string) => `${start}${escapeHtml(title)} · ${own}`);
  }
  const head: string[] = [];
  if (!brand.files.has(CARD)) page = page.replaceAll(PICTURE, '');
  else if (
    publicOrigin !== null &&
    page.includes('property="og:title"') &&
    !page.includes('property="og:image"')
  )
    head.push(
      `<meta property="og:image" content="${publicOrigin}${CARD}">`,
      `<meta name="twitter:card" content="summary_large_image">`,
    );
  if (styleOf(brand) !== '') head.push(`<link rel="stylesheet" href="${STYLE}">`);
  return page.replace('</head>', () => `${head.map((one) => `  ${one}\n  `).join('')}</head>`);
}
