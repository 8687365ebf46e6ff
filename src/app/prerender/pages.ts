import type { Screens } from '../router.tsx';

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
  { path: '/', file: 'index', screen: 'Landing', source: 'src/ui/screens/landing/LandingScreen.tsx' },
  {
    path: '/markets',
    file: 'markets',
    screen: 'Markets',
    source: 'src/ui/screens/markets/MarketsScreen.tsx',
  },
  { path: '/fees', file: 'fees', screen: 'Fees', source: 'src/ui/screens/fees/FeesScreen.tsx' },
];
