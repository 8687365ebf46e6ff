import type { Screens } from '../router.tsx';

/**
 * Screens whose page is filled by scripts, and which begin with more than the shell: the page asks for their scripts,
 * styles and words at once, where else each would be found by the one before it. `/trade/XMR-BTC` gets `_trade`, and so
 * does every other path of two parts that begins with `/trade/`.
 */
export const SCRIPTED_PAGES: readonly {
  readonly file: `_${string}`;
  readonly screen: keyof Screens;
  /** Where the screen and its parts lie, as the build's manifest names them. */
  readonly sources: readonly string[];
  readonly namespaces: readonly string[];
}[] = [
  {
    file: '_trade',
    screen: 'Trade',
    sources: ['src/ui/trade/TradeScreen.tsx'],
    namespaces: ['common', 'trade'],
  },
];

/**
 * The public pages that are rendered when the client is built, so that they can be read before, and without, any
 * script. The file is the page's name in `dist/client/pages/<language>/`.
 */
export const STATIC_PAGES: readonly {
  readonly path: string;
  readonly file: string;
  readonly screen: keyof Screens;
  /** Where the screen lies, as the build's manifest names it. */
  readonly source: string;
}[] = [
  { path: '/', file: 'index', screen: 'Landing', source: 'src/ui/publicPages/LandingScreen.tsx' },
  {
    path: '/markets',
    file: 'markets',
    screen: 'Markets',
    source: 'src/ui/markets/MarketsScreen.tsx',
  },
  { path: '/fees', file: 'fees', screen: 'Fees', source: 'src/ui/fees/FeesScreen.tsx' },
  { path: '/terms', file: 'terms', screen: 'Terms', source: 'src/ui/publicPages/TermsScreen.tsx' },
  { path: '/tos', file: 'tos', screen: 'Terms', source: 'src/ui/publicPages/TermsScreen.tsx' },
  {
    path: '/privacy',
    file: 'privacy',
    screen: 'Privacy',
    source: 'src/ui/publicPages/PrivacyScreen.tsx',
  },
  { path: '/logs', file: 'logs', screen: 'Logs', source: 'src/ui/publicPages/LogsScreen.tsx' },
  { path: '/faq', file: 'faq', screen: 'Faq', source: 'src/ui/publicPages/FaqScreen.tsx' },
  {
    path: '/bugbounty',
    file: 'bugbounty',
    screen: 'Bounty',
    source: 'src/ui/publicPages/BountyScreen.tsx',
  },
  { path: '/api', file: 'api', screen: 'ApiDocs', source: 'src/ui/publicPages/ApiDocsScreen.tsx' },
];
