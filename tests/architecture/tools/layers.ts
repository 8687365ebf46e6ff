import type { Import } from './imports.ts';

/** Files and packages that a layer may import (docs/architecture.md); `types` only as types. */
interface Rule {
  readonly files: RegExp;
  readonly types?: RegExp;
  readonly packages: RegExp;
}

const rules: readonly (readonly [layer: string, files: RegExp, rule: Rule])[] = [
  // Hashes and encodings have no effects.
  [
    'domain',
    /^src\/domain\//,
    { files: /^src\/domain\//, packages: /^(@noble\/hashes|@scure\/(base|bip39))$/ },
  ],
  [
    'contract',
    /^src\/services\/contract\//,
    { files: /^src\/(domain|services\/contract)\//, packages: /^zod$/ },
  ],
  [
    'services',
    /^src\/services\//,
    { files: /^src\/(domain|services)\//, packages: /^(zod|ofetch|@simplewebauthn\/browser)$/ },
  ],
  [
    'actors',
    /^src\/machines\/[^/]+\/\w+\.(actors|reads)\.ts$/,
    { files: /^src\/(domain|machines|services)\//, packages: /^xstate$/ },
  ],
  [
    'machines',
    /^src\/machines\//,
    {
      files: /^src\/(domain\/|machines\/(?!.+\.actors\.ts$))/,
      types: /^src\/(machines\/|services\/(?!contract\/(?!index)))/,
      packages: /^xstate$/,
    },
  ],
  [
    'hooks',
    /^src\/ui\/\w+\/use[A-Z]\w*\.ts$/,
    {
      files: /^src\/(domain|machines|ui)\//,
      packages:
        /^(react|react-dom|react-i18next|react-router-dom|i18next|xstate|@xstate\/react|@mantine\/.*)$/,
    },
  ],
  [
    'ui',
    /^src\/ui\//,
    {
      files: /^src\/(domain|machines|ui)\//,
      packages:
        /^(react|react-dom|react-i18next|react-router-dom|i18next|lightweight-charts|trading-signals|qrcode\.react|@mantine\/.*)$/,
    },
  ],
  ['app', /^src\/app\//, { files: /^(src|locales)\//, packages: /^(?!node:)(?!computed:)/ }],
  [
    'start',
    /^src\/main\.tsx$/,
    { files: /^src\/|^tools\/inspector\/tools\.ts$/, packages: /^(react|react-dom)$/ },
  ],
  [
    'venue',
    /^venue\//,
    {
      files: /^venue\/|^src\/(domain|services\/contract)\//,
      packages: /^(?!react|xstate|@xstate|@mantine|computed:)/,
    },
  ],
  ['tests', /^tests\//, { files: /./, packages: /./ }],
  ['tools', /^(scripts|tools)\//, { files: /^(scripts|tools|src|venue|dist)\//, packages: /./ }],
];

/** Null when the import is allowed. */
export function judge(one: Import): string | null {
  const found = rules.find(([, files]) => files.test(one.from));
  if (!found) return `${one.from} belongs to no layer`;
  const [layer, , rule] = found;
  const what = `${layer} may not import ${one.specifier} (${one.from})`;
  if (one.package !== null) return isVirtual(one) || rule.packages.test(one.package) ? null : what;
  const target = one.target ?? '';
  if (rule.files.test(target)) return null;
  if (one.kind === 'type' && rule.types?.test(target)) return null;
  return what;
}

/** Made by the build, such as the theme's stylesheet. */
const isVirtual = (one: Import): boolean => one.package?.startsWith('virtual:') ?? false;
