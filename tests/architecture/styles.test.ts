import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './tools/imports.ts';
import { nodesOf, parse } from './tools/syntax.ts';
import { filesBelow, readSource, ROOT, scriptsBelow, type Source } from './tools/sources.ts';

const STYLES = 'node_modules/@mantine/core/styles';
const BASE = ['baseline', 'default-css-variables', 'global'];
/** They write `<style>` elements, or cost too much (docs/architecture.md). */
const FORBIDDEN = new Set(['SimpleGrid', 'Grid', 'Flex', 'AppShell', 'Table', 'NumberInput']);

function componentsOf(source: Source): string[] {
  return parse(source)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === '@mantine/core')
    .flatMap(({ entries }) =>
      entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? ''),
    );
}

function stylesOf(component: string): string[] {
  const folder = path.join(ROOT, 'node_modules/@mantine/core/esm/components');
  const start = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (file) => path.basename(file) === `${component}.mjs`,
  );
  if (!start) return [];
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(path.join(ROOT, file))) return;
    seen.add(file);
    for (const { target } of importsOf(readSource(file))) if (target) visit(target);
  };
  visit(path.posix.join('node_modules/@mantine/core/esm/components', start));
  return [...seen]
    .map((file) => /([^/]+)\.module\.(css\.)?mjs$/.exec(file)?.[1] ?? '')
    .filter((name) => existsSync(path.join(ROOT, STYLES, `${name}.css`)));
}

const views = scriptsBelow('src/ui', 'src/app');
const used = [...new Set(views.flatMap(componentsOf))].sort();
const imported = importsOf(readSource('src/app/styles.ts'))
  .map(({ specifier }) => /^@mantine\/core\/styles\/(.+)\.css$/.exec(specifier)?.[1] ?? '')
  .filter(Boolean);

describe("Mantine's stylesheets", () => {
  it('the probe finds the stylesheets of a component and of those inside it', () => {
    expect(stylesOf('Button')).toEqual(expect.arrayContaining(['Button', 'UnstyledButton', 'Loader']));
  });

  it('every component that is used has its stylesheets in src/app/styles.ts', () => {
    const missing = used.flatMap((component) =>
      stylesOf(component)
        .filter((style) => !imported.includes(style))
        .map((style) => `${component}: ${style}.css`),
    );
    expect(missing).toEqual([]);
  });

  it('and no stylesheet is loaded for nothing', () => {
    const wanted = new Set([...BASE, ...used.flatMap(stylesOf)]);
    // Notifications bring one of these.
    const fromPackages = views.some(({ text }) => text.includes('@mantine/notifications'))
      ? ['Notification', 'CloseButton']
      : [];
    expect(imported.filter((style) => !wanted.has(style) && !fromPackages.includes(style))).toEqual([]);
  });

  it('they come in the order in which Mantine puts them', () => {
    const all = readSource('node_modules/@mantine/core/styles.css').text;
    // By its first class.
    const placeOf = (style: string): number => {
      const first = /\.m_[0-9a-f]+/.exec(readSource(`${STYLES}/${style}.css`).text)?.[0];
      return first === undefined ? -1 : all.search(new RegExp(`\\${first}\\b`));
    };
    const components = imported.filter((style) => !BASE.includes(style));
    expect(imported.slice(0, BASE.length)).toEqual(BASE);
    expect(components).toEqual(components.toSorted((a, b) => placeOf(a) - placeOf(b)));
  });

  it('components that write <style> elements are not used', () => {
    expect(used.filter((component) => FORBIDDEN.has(component))).toEqual([]);
  });
});

describe('styles of our own', () => {
  it('no file holds an inline <style>, raw HTML, or a responsive style prop', () => {
    const bad = views.flatMap((source) =>
      [...nodesOf(parse(source).program)]
        .filter((node) => node.type === 'JSXAttribute' || node.type === 'JSXOpeningElement')
        .filter(({ start, end }) =>
          /^(<style\b|dangerouslySetInnerHTML|(?:[mp][trblxy]?|w|h|maw|mah|miw|mih|fz|display|hiddenFrom|visibleFrom)=(\{\{|"))/.test(
            source.text.slice(start, end),
          ),
        )
        .map(({ start }) => `${source.path}: ${source.text.slice(start, start + 60).split('\n')[0]}`),
    );
    expect(bad).toEqual([]);
  });

  it('colours come from the tokens', () => {
    const sheets = filesBelow('src').filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'));
    const coloured = sheets.filter((file) =>
      /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(readSource(file).text),
    );
    expect(coloured).toEqual([]);
  });

  it('a view names only classes that its stylesheet has, and a stylesheet only classes that a view names', () => {
    const namedIn = new Map<string, Set<string>>();
    const unknown: string[] = [];
    for (const source of views) {
      const local = /^import (\w+) from '[^']+\.module\.css';/gm;
      const body = source.text.replaceAll(/^import .*$/gm, '');
      const sheets = importsOf(source).filter(({ specifier }) => specifier.endsWith('.module.css'));
      for (const [index, [, name = '']] of [...source.text.matchAll(local)].entries()) {
        const sheet = sheets[index]?.target ?? '';
        const has = classesOf(readSource(sheet));
        const named = namedIn.get(sheet) ?? new Set();
        namedIn.set(sheet, named);
        for (const [, own = ''] of body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
          // The gallery shows what the product has: a class for it alone is unused.
          if (!source.path.startsWith('src/app/development/')) named.add(own);
          if (!has.has(own)) unknown.push(`${source.path}: ${own}`);
        }
      }
    }
    const unused = [...namedIn].flatMap(([sheet, named]) =>
      [...classesOf(readSource(sheet))].filter((own) => !named.has(own)).map((own) => `${sheet}: ${own}`),
    );
    expect({ unknown, unused }).toEqual({ unknown: [], unused: [] });
  });
});

/** Not those in `:global()`, which are Mantine's. */
function classesOf({ text }: Source): Set<string> {
  const own = text.replaceAll(/:global\([^)]*\)|\/\*[\s\S]*?\*\//g, '');
  return new Set([...own.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name));
}
