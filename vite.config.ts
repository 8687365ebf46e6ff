import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fillConfiguration } from './scripts/configuration.ts';
import { theme } from './src/app/theme.ts';

/**
 * Renders the Mantine theme to a stylesheet at build time, so that the page needs no inline `<style>` and
 * runs under `style-src 'self'`.
 */
function mantineThemeStylesheet(): Plugin {
  const id = '\0mantine-theme.css';
  const changed = (mine: Record<string, string>, base: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(mine).filter(([name, value]) => base[name] !== value));
  return {
    name: 'mantine-theme-stylesheet',
    resolveId: (source) => (source === 'virtual:mantine-theme.css' ? id : undefined),
    load(source) {
      if (source !== id) return undefined;
      const mine = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
      const base = defaultCssVariablesResolver(DEFAULT_THEME);
      return convertCssVariables({
        variables: changed(mine.variables, base.variables),
        dark: changed(mine.dark, base.dark),
        light: {},
      });
    },
  };
}

/**
 * The code that the React compiler memoises: what renders many times a second, and hooks whose functions
 * others depend on. Elsewhere its code costs more than it saves: 5 kB of 160 on the landing page, 8 kB on the
 * trading screen.
 */
const COMPILED = [
  'src/ui/orderBook/',
  'src/ui/orderForm/',
  ...readdirSync(new URL('src/ui/', import.meta.url)).map((feature) => `src/ui/${feature}/use`),
];

/** Matches files by how their paths begin. */
const below = (...starts: readonly string[]): RegExp =>
  new RegExp(`[\\\\/](?:${starts.join('|').replaceAll('/', '[\\\\/]')})`);

/**
 * What screens share, in few files: on a slow line every request takes half a second, and six run at once.
 * The first match takes its imports along (`bench -- bytes` counts them).
 */
const SHARED = [
  {
    name: 'elements',
    test: below(
      '@mantine/core/esm/core/',
      '@mantine/core/esm/components/(?:CloseButton|Loader|UnstyledButton)/',
    ),
  },
  { name: 'fields', test: below('@mantine/core/esm/components/TextInput/') },
  { name: 'buttons', test: below('@mantine/core/esm/components/Button/') },
  {
    name: 'parts',
    test: below(
      'src/machines/socket/socketPort',
      'src/machines/(?:shared|reconcileWrite)/',
      'src/ui/kit/(?:CoinIcon|Figure|heldEnter|useScreenActor|useFailureText|useCountdown)\\.',
      'src/domain/(?:age|countdown|typedDecimal)\\.',
    ),
  },
  {
    name: 'markets',
    test: below(
      'src/ui/markets/(?:Markets(?:Table|Head|Note)|MarketRow|useMarketsTable)\\.',
      'src/ui/kit/(?:Pager|useShortcuts)\\.',
      'src/machines/markets/',
      'src/domain/marketList\\.',
    ),
  },
  {
    name: 'desk',
    test: below(
      'src/machines/(?:candleChart|openOrders|orderBook|orderForm)/',
      'src/domain/(?:bookGrouping|bookView|order)\\.',
    ),
  },
];

/** From `browserslist` in package.json: `chrome >= 111` is `chrome111` for the build. */
export function oldestBrowsers(): string[] {
  const { browserslist } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
    readonly browserslist: readonly string[];
  };
  return browserslist.map((one) => one.replace('ios_saf', 'ios').replace(' >= ', ''));
}

const isOn = (setting: string | undefined): boolean => ['on', 'true', '1'].includes(setting?.trim() ?? '');

/** `tools/inspector`: in development, and in a build that asks for the inspector (README). */
export const hasDeveloperTools = (command: string, setting = process.env.QUIETBOOK_INSPECTOR): boolean =>
  command === 'serve' || isOn(setting);

/** For reports of problems. */
function commit(): string {
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'not known';
}

/** Descriptions of states are for those who inspect them; a trader's page does without. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  transform: (code, id) =>
    below('src/machines/').test(id)
      ? code.replaceAll(/\bdescription:\s*(["'`])(?:\\.|(?!\1)[^\\\n])+\1,?/g, '')
      : undefined,
};

/** The venue checks bodies and queries by their schemas; the client only sends them. */
const withoutRequestSchemas: Plugin = {
  name: 'without-request-schemas',
  apply: 'build',
  // Where the types are gone.
  enforce: 'post',
  transform(code, id) {
    if (!below('src/services/contract/').test(id)) return undefined;
    const schemas = this.parse(code)
      .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
      .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
      .filter(({ id: name }) => name.type === 'Identifier' && /(?:Body|Query)$/.test(name.name));
    // From the end, so that places before stay where they are.
    return schemas.reduceRight(
      (text, { init }) => (init ? `${text.slice(0, init.start)}null${text.slice(init.end)}` : text),
      code,
    );
  },
};

/** Writes the deployment's settings into the page. */
const configurationBlock: Plugin = {
  name: 'configuration-block',
  transformIndexHtml: (html) => fillConfiguration(html, process.env),
};

/** The script that is no module goes beside the others, under a name that changes with it. */
const firstScript: Plugin = {
  name: 'first-script',
  apply: 'build',
  buildStart() {
    if (!this.environment.config.build.ssr)
      this.emitFile({ type: 'asset', fileName: beginFile(), source: beginText() });
  },
  transformIndexHtml: { order: 'post', handler: (html) => html.replace('/src/begin.js', `/${beginFile()}`) },
};
const beginText = () =>
  readFileSync(new URL('src/begin.js', import.meta.url), 'utf8').replaceAll(/^ *(?:\/\/.*\n)?/gm, '');
const beginFile = () =>
  `assets/begin-${createHash('sha256').update(beginText()).digest('base64url').slice(0, 8)}.js`;

export default defineConfig(({ command }) => ({
  define: {
    DEVELOPER_TOOLS: JSON.stringify(hasDeveloperTools(command)),
    BUILD: JSON.stringify(hasDeveloperTools(command) ? commit() : ''),
  },
  plugins: [
    react({ compiler: process.env.REACT_COMPILER === '0' ? false : { sources: COMPILED } }),
    mantineThemeStylesheet(),
    configurationBlock,
    firstScript,
    withoutRequestSchemas,
    ...(hasDeveloperTools(command) ? [] : [withoutDescriptions]),
  ],
  publicDir: 'public',
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: oldestBrowsers(),
    assetsInlineLimit: 0,
    // Browsers of this target know the link; older ones load a little later, and need no script for that.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What every page loads first, in few files: fewer requests, and better compressed.
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/ },
            { name: 'application', tags: ['$initial'] },
            ...SHARED,
          ],
        },
      },
    },
  },
}));
