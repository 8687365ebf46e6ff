import { describe, expect, it } from 'vitest';
import { importsOf } from './tools/imports.ts';
import { nodesOf, parse } from './tools/syntax.ts';
import { filesBelow, readSource, scriptsBelow, type Source } from './tools/sources.ts';

/** They write `<style>` elements, or, for numbers, parse floating point. */
const FORBIDDEN = new Set(['SimpleGrid', 'Grid', 'Flex', 'AppShell', 'NumberInput']);

function componentsOf(source: Source): string[] {
  return parse(source)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === '@mantine/core')
    .flatMap(({ entries }) =>
      entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? ''),
    );
}

const views = scriptsBelow('src/ui', 'src/app');
const used = [...new Set(views.flatMap(componentsOf))].sort();
describe("Mantine's components", () => {
  it('those that write <style> elements are not used', () => {
    expect(used.filter((component) => FORBIDDEN.has(component))).toEqual([]);
  });
});

describe('styles of our own', () => {
  it('no file holds an inline <style>, raw HTML, or a responsive style prop', () => {
    const bad = views.flatMap((source) =>
      [...nodesOf(parse(source).program)]
        .filter((node) => node.type === 'JSXAttribute' || node.type === 'JSXOpeningElement')
        .filter(({ start, end }) =>
          /^(<style\b|dangerouslySetInnerHTML|(?:[mp][trblxy]?|w|h|maw|mah|miw|mih|fz|display|hiddenFrom|visibleFrom)=\{\{)/.test(
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

  it.each(['up', 'down'])("what Mantine paints %s is of the palette, also the colour-blind's", (side) => {
    const { text } = readSource('src/ui/tokens.css');
    const set = ['filled', 'filled-hover', 'text', 'light', 'light-color'].filter((part) =>
      new RegExp(`--mantine-color-${side}-${part}: [^;]*var\\(--${side}`).test(text),
    );
    expect(set).toEqual(['filled', 'filled-hover', 'text', 'light', 'light-color']);
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
