import { describe, expect, it } from 'vitest';
import { codeOf, missingIn, MISSING_IN_SCRIPTS, MISSING_IN_STYLES } from './tools/browserFloor.ts';
import { filesBelow, readSource, scriptsBelow } from './tools/sources.ts';

/** Never shipped: `src/app/development` (TOOLS-11). */
const isShipped = ({ path }: { readonly path: string }): boolean => !path.startsWith('src/app/development/');

/** With what happens in a browser that lacks it. */
const DONE_WITHOUT: Readonly<Record<string, string>> = {
  'src/app/popovers.ts: popovers': 'brings them',
  'src/ui/layout/LanguagePicker.tsx: popovers': 'src/app/popovers.ts brings them',
  'src/ui/orderBook/RowSums.tsx: popovers': 'src/app/popovers.ts brings them',
  'src/ui/layout/Header.tsx: popovers': 'one that is not known is passed over within :is()',
  'src/ui/publicPages/Landing.module.css: newer properties': 'lines of the heading are not of one length',
  'src/ui/kit/LongText.module.css: newer properties': 'the field keeps its height',
  'src/ui/kit/RadioBar.module.css: :has()': 'the button of the choice is shown',
  'src/ui/candleChart/DepthView.module.css: :has()': 'the outline comes with any focus',
  'src/ui/candleChart/ViewPanel.module.css: :has()':
    'the box shows that it is on, not the colour of its name',
  'src/ui/layout/Header.module.css: :has()': 'a gap of the header',
  'src/ui/openOrders/MyOrders.module.css: :has()': 'a card has as many columns as without buttons',
  'src/ui/orderForm/Outcome.module.css: :has()': 'a question is less high',
  'src/app/mantine.css: :has()': 'the page behind a dialog scrolls',
  'src/ui/tokens.css: :has()': 'nothing looks pressed',
};

const scripts = scriptsBelow('src').filter(isShipped).map(codeOf);
const styles = filesBelow('src')
  .filter((file) => file.endsWith('.css'))
  .map(readSource)
  .filter(isShipped)
  .map(codeOf);
const found = [...missingIn(scripts, MISSING_IN_SCRIPTS), ...missingIn(styles, MISSING_IN_STYLES)];

describe('PUBLIC-19 what the oldest browsers lack', () => {
  it('is not used, except where a fallback is documented', () => {
    expect(found.filter((one) => !Object.hasOwn(DONE_WITHOUT, one))).toEqual([]);
  });

  it('and every entry of the list is used', () => {
    expect(Object.keys(DONE_WITHOUT).filter((one) => !found.includes(one))).toEqual([]);
  });

  it.each([
    ['AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['const url = URL.canParse(text) ? new URL(text) : null;', 'URL.canParse, URL.parse'],
    ['Object.groupBy(rows, keyOf)', 'groupBy, fromAsync'],
    ['Iterator.from(rows)', 'iterator helpers'],
    ['const end = /(?<!0)0+$/;', 'lookbehind'],
    ['const letter = /[\\p{L}--[a-z]]/v;', 'regular expressions with v'],
    ['tip.showPopover();', 'popovers'],
  ])('in a script: %s', (text, name) => {
    expect(missingIn([{ path: 'a.ts', text }], MISSING_IN_SCRIPTS)).toEqual([`a.ts: ${name}`]);
  });

  it.each([
    ['.a:has(:checked) { color: red; }', ':has()'],
    [".a::before { content: '☆' / ''; }", 'text for those who hear it'],
    ['.a { &:hover { color: red; } }', 'nesting'],
    ['.a { color: light-dark(red, blue); }', 'newer functions'],
  ])('in a style sheet: %s', (text, name) => {
    expect(missingIn([{ path: 'a.css', text }], MISSING_IN_STYLES)).toEqual([`a.css: ${name}`]);
  });

  it('is not found in comments, nor where something older stands before it', () => {
    const script = codeOf({ path: 'a.ts', text: '// AbortSignal.any\nconst a = 1; /* URL.canParse */' });
    expect(missingIn([script], MISSING_IN_SCRIPTS)).toEqual([]);
    const style = { path: 'a.css', text: ".a { content: '☆';\n  content: '☆' / ''; }" };
    expect(missingIn([style], MISSING_IN_STYLES)).toEqual([]);
  });
});
