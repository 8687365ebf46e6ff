import path from 'node:path';
import type { Source } from './sources.ts';
import { nodesOf, parse } from './syntax.ts';

/** `type` leaves no trace at run time; `dynamic` is `import(…)`. */
export type ImportKind = 'value' | 'type' | 'dynamic';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Null for a package. */
  readonly target: string | null;
  /** `@scope/name`, `name` or `node:…`; null for a file. */
  readonly package: string | null;
  readonly kind: ImportKind;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

function toImport(from: string, specifier: string, kind: ImportKind): Import {
  const isFile = specifier.startsWith('.') || specifier.startsWith('/');
  const clean = specifier.replace(/\?.*$/, '');
  return {
    from,
    specifier,
    kind,
    target: isFile ? path.posix.join(specifier.startsWith('/') ? '' : path.posix.dirname(from), clean) : null,
    package: isFile ? null : packageOf(clean),
  };
}

/** Also re-exports and `import('…')` in types. */
export function importsOf(source: Source): Import[] {
  const { module, program } = parse(source);
  const found: Import[] = [];
  const add = (specifier: string, kind: ImportKind): number =>
    found.push(toImport(source.path, specifier, kind));
  for (const { moduleRequest, start, end } of module.staticImports) {
    const isType = /^import\s+type\b/.test(source.text.slice(start, end));
    add(moduleRequest.value, isType ? 'type' : 'value');
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) add(moduleRequest.value, isType ? 'type' : 'value');
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.text.slice(moduleRequest.start, moduleRequest.end);
    // A computed specifier cannot be judged, so it is refused as an unknown package.
    add(/^(['"`])[^'"`$]*\1$/.test(text) ? text.slice(1, -1) : `computed:${text}`, 'dynamic');
  }
  for (const node of nodesOf(program)) {
    const argument = node.type === 'TSImportType' ? (node.source ?? node.argument) : undefined;
    const value = (argument as { value?: unknown } | undefined)?.value;
    if (typeof value === 'string') add(value, 'type');
  }
  return found;
}

/** Types count, too, because they tie files together. */
export function circles(imports: readonly Import[]): string[][] {
  const uses = new Map<string, Set<string>>();
  for (const { from, target } of imports) {
    if (target === null) continue;
    uses.set(from, (uses.get(from) ?? new Set()).add(target));
  }
  // Tarjan's strongly connected components.
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.size - 1);
    stack.push(file);
    for (const next of uses.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1 || uses.get(file)?.has(file)) found.push(component.sort());
  };
  for (const file of uses.keys()) if (!index.has(file)) visit(file);
  return found;
}
