import { parse } from './syntax.ts';
import type { Source } from './sources.ts';

/**
 * What at least one of the oldest browsers lacks (`browserslist` in package.json): Chrome 111, Firefox 115, Safari 16.4.
 * What ECMAScript has brought since 2024 is unknown to the compiler, too (`lib` in tsconfig.json).
 */
export const MISSING_IN_SCRIPTS: Readonly<Record<string, RegExp>> = {
  'AbortSignal.any': /\bAbortSignal\.any\b/,
  'URL.canParse, URL.parse': /\bURL\.(?:canParse|parse)\b/,
  'Promise.withResolvers, Promise.try': /\bPromise\.(?:withResolvers|try)\b/,
  'groupBy, fromAsync': /\b(?:Object|Map)\.groupBy\b|\bArray\.fromAsync\b/,
  'iterator helpers': /\bIterator\.(?:from|concat|zip|prototype)\b/,
  'methods of sets': /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  'well-formed text': /\.(?:is|to)WellFormed\(/,
  'bytes as text': /\.(?:fromBase64|fromHex|toBase64|setFromHex|setFromBase64)\(/,
  'other globals':
    /\b(?:Error\.isError|RegExp\.escape|Math\.(?:sumPrecise|f16round)|Response\.json|Atomics\.waitAsync)\b/,
  'Intl.Segmenter, Intl.DurationFormat': /\bIntl\.(?:Segmenter|DurationFormat)\b/,
  popovers: /\b(?:show|hide|toggle)Popover\b|\bpopover(?:Target)?=|:popover-open/,
  'view transitions': /\bstartViewTransition\b/,
  'newer methods of elements':
    /\.(?:checkVisibility|moveBefore|setHTML|setHTMLUnsafe|getHTML|requestClose)\(/,
  'newer attributes of elements': /\b(?:closedby|closedBy|commandfor|commandFor)=/,
  'scheduler, navigation': /\bscheduler\.(?:yield|postTask)\b|\bwindow\.navigation\b/,
  'user activation': /\bnavigator\.userActivation\b/,
  // Safari 16.4 knows them, its predecessors stop at a whole file that holds one.
  lookbehind: /\(\?<[!=]/,
  'regular expressions with v':
    /(?<=[=(,:]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuy]*v[dgimsuy]*\b/,
};

export const MISSING_IN_STYLES: Readonly<Record<string, RegExp>> = {
  ':has()': /:has\(/,
  // A declaration without it comes first.
  'text for those who hear it': /(?<!content: ?("[^"]*"|'[^']*');\s*)content: ?("[^"]*"|'[^']*') ?\//,
  popovers: /:popover-open/,
  'newer rules': /@(?:starting-style|scope|property|position-try|function)\b/,
  'newer functions': /\b(?:light-dark|linear|round|mod|rem|calc-size|anchor|contrast-color)\(|\(from /,
  'newer properties':
    /[{;\s](?:text-wrap|field-sizing|interpolate-size|anchor-name|position-anchor|view-transition-name|text-box):/,
  'newer selectors':
    /:(?:user-valid|user-invalid|dir\(|open\b|state\()|::(?:details-content|checkmark|picker)/,
  subgrid: /:\s*subgrid\b/,
  nesting: /&/,
};

/** @returns `file: what is missing` */
export const missingIn = (sources: readonly Source[], missing: Readonly<Record<string, RegExp>>): string[] =>
  sources.flatMap(({ path, text }) =>
    Object.entries(missing)
      .filter(([, pattern]) => pattern.test(text))
      .map(([name]) => `${path}: ${name}`),
  );

/** Without comments, which may speak of what the code does without. */
export function codeOf(source: Source): Source {
  if (source.path.endsWith('.css'))
    return { ...source, text: source.text.replaceAll(/\/\*[\s\S]*?\*\//g, '') };
  const { comments } = parse(source);
  const text = comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    source.text,
  );
  return { ...source, text };
}
