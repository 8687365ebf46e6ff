import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

/** Mantine's colours that no view uses; with their shades they would be 2 kB of every page. */
const UNUSED_COLOUR = /^--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|green|yellow|orange)-/;

/**
 * Renders the Mantine theme to a stylesheet at build time, so that the page needs no inline `<style>` and
 * runs under `style-src 'self'`.
 */
const mantineThemeStylesheet: Plugin = {
  name: 'mantine-theme-stylesheet',
  resolveId: (source) => (source === 'virtual:mantine-theme.css' ? '\0mantine-theme.css' : undefined),
  load(source) {
    if (source !== '\0mantine-theme.css') return undefined;
    const { variables, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
    const used = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !UNUSED_COLOUR.test(name)));
    const sheet = convertCssVariables({ variables: used(variables), dark: used(dark), light: {} });
    return `@layer theme{${sheet}}`;
  },
};

const MANTINE_SHEETS = new URL('node_modules/@mantine/core/styles/', import.meta.url);

/** Each Mantine component brings its own style sheet, in the layer `mantine`: a page loads those of what it shows. */
const mantineSheets: Plugin = {
  name: 'mantine-sheets',
  apply: 'build',
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]esm[\\/](?:components|utils)[\\/].*\.module\.mjs$/ },
    handler(code, id) {
      const sheet = `${path.basename(id, '.module.mjs')}.layer.css`;
      return existsSync(new URL(sheet, MANTINE_SHEETS))
        ? `import '@mantine/core/styles/${sheet}';\n${code}`
        : undefined;
    },
  },
};

/** The order of the layers, at the head of every sheet: the first one that a page loads decides it. */
const layerOrder: Plugin = {
  name: 'layer-order',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer reset,mantine,theme;${String(file.source)}`;
    }
  },
};

/** Parts of Mantine that nothing here uses, by their import names. */
const WITHOUT: Readonly<Record<string, string>> = {
  // Locks the page's scrolling behind a dialog by a `<style>`, which the content policy forbids.
  'react-remove-scroll':
    'export const RemoveScroll = ({ children }) => children; RemoveScroll.classNames = {};',
  // The sheet of the theme is made by the build.
  './MantineCssVariables/MantineCssVariables.mjs': 'export const MantineCssVariables = null;',
  './MantineClasses/MantineClasses.mjs': 'export const MantineClasses = null;',
  // 5 kB of scroll bars for every table.
  './TableScrollContainer.mjs': 'export const TableScrollContainer = null;',
};

const without: Plugin = {
  name: 'without',
  enforce: 'pre',
  resolveId: (source) => (Object.hasOwn(WITHOUT, source) ? `\0without:${source}` : undefined),
  load: (id) => (id.startsWith('\0without:') ? WITHOUT[id.slice('\0without:'.length)] : undefined),
};

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
 * Code shared by screens, in few files: on a slow line every request takes half a second, and six run at once. The
 * first match takes its imports along (`bench -- bytes` counts them).
 */
const SHARED = [
  {
    name: 'elements',
    test: below(
      '@mantine/core/esm/core/',
      '@mantine/core/esm/components/(?:Button|CloseButton|Loader|TextInput|UnstyledButton)/',
    ),
  },
  {
    name: 'parts',
    test: below(
      'src/machines/socket/socketPort',
      'src/machines/(?:markets|shared|write)/',
      'src/ui/kit/(?:CoinIcon|DenseList|Figure|heldEnter|useScreenActor|useFailure(?:Notice|Text)|useCooldown|useCountdown|useShortcuts)\\.',
      'src/ui/markets/(?:FavouriteStar|useMarketSearch)\\.',
      'src/domain/(?:age|countdown|marketList|typedDecimal)\\.',
    ),
  },
  {
    name: 'markets',
    test: below('src/ui/markets/(?:Markets(?:Table|Head|Note)|MarketRow)\\.', 'src/ui/kit/Pager\\.'),
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

/** Descriptions of states are for the inspector; a trader's page does without them. */
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
  // After the types are removed.
  enforce: 'post',
  transform(code, id) {
    if (!below('src/services/contract/').test(id)) return undefined;
    const schemas = this.parse(code)
      .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
      .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
      .filter(({ id: name }) => name.type === 'Identifier' && /(?:Body|Query)$/.test(name.name));
    // From the end, so that earlier positions stay valid.
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

/** The script that is no module goes beside the others, under a name that changes with its content. */
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
    mantineThemeStylesheet,
    mantineSheets,
    layerOrder,
    without,
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
            // Loaded first by every page, in few files: fewer requests, and better compression.
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/].+js$/ },
            { name: 'application', tags: ['$initial'] },
            ...SHARED,
          ],
        },
      },
    },
  },
}));
