import type { Screens } from '../router.tsx';

/**
 * Pages of which only an outline is rendered at build time; their scripts, styles and texts are preloaded. `_trade`
 * serves every path of two parts below `/trade/`.
 */
export const SCRIPTED_PAGES: readonly {
  readonly file: `_${string}`;
  readonly screen: keyof Screens;
  /** Any of its paths. */
  readonly path: string;
  /** Source paths of the screen and its parts, as in the build's manifest. */
  readonly sources: readonly string[];
  readonly namespaces: readonly string[];
}[] = [
  {
    file: '_trade',
    screen: 'Trade',
    path: '/trade/BTC-USDT',
    sources: ['src/ui/trade/TradeScreen.tsx'],
    namespaces: ['common', 'trade'],
  },
];

/** Public pages rendered at build time, readable without scripts. Files lie in `dist/client/pages/<language>/`. */
export const STATIC_PAGES: readonly {
  readonly path: string;
  readonly file: string;
  readonly screen: keyof Screens;
  /** Source path, as in the build's manifest. */
  readonly source: string;
}[] = [
  { path: '/', file: 'index', screen: 'Landing', source: 'src/ui/publicPages/LandingScreen.tsx' },
  { path: '/markets', file: 'markets', screen: 'Markets', source: 'src/ui/markets/MarketsScreen.tsx' },
  { path: '/fees', file: 'fees', screen: 'Fees', source: 'src/ui/fees/FeesScreen.tsx' },
  { path: '/terms', file: 'terms', screen: 'Terms', source: 'src/ui/publicPages/TermsScreen.tsx' },
  { path: '/tos', file: 'tos', screen: 'Terms', source: 'src/ui/publicPages/TermsScreen.tsx' },
  { path: '/privacy', file: 'privacy', screen: 'Privacy', source: 'src/ui/publicPages/PrivacyScreen.tsx' },
  { path: '/logs', file: 'logs', screen: 'Logs', source: 'src/ui/publicPages/LogsScreen.tsx' },
  { path: '/faq', file: 'faq', screen: 'Faq', source: 'src/ui/publicPages/FaqScreen.tsx' },
  { path: '/bugbounty', file: 'bugbounty', screen: 'Bounty', source: 'src/ui/publicPages/BountyScreen.tsx' },
  { path: '/api', file: 'api', screen: 'ApiDocs', source: 'src/ui/publicPages/ApiDocsScreen.tsx' },
];
