import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, importsOf, type Import } from './tools/imports.ts';
import { judge } from './tools/layers.ts';
import { ROOT, scriptsBelow } from './tools/sources.ts';

const imports = scriptsBelow('src', 'venue', 'tests', 'scripts', 'tools').flatMap(importsOf);

const users = (name: string, kinds: readonly Import['kind'][] = ['value', 'type', 'dynamic']): string[] => [
  ...new Set(
    imports.filter((one) => one.package === name && kinds.includes(one.kind)).map((one) => one.from),
  ),
];

const planted = (from: string, text: string): Import[] => importsOf({ path: from, text });

describe('who imports whom', () => {
  it('every import keeps the rules of the layers', () => {
    expect(imports.map(judge).filter((fault) => fault !== null)).toEqual([]);
  });

  it('every imported file exists under exactly that name', () => {
    // Made by the build.
    const missing = imports.filter(
      ({ target }) => target !== null && !target.startsWith('dist/') && !existsSync(path.join(ROOT, target)),
    );
    expect(missing.map(({ from, specifier }) => `${from}: ${specifier}`)).toEqual([]);
  });

  it('there are no circles', () => {
    expect(circles(imports)).toEqual([]);
  });

  it('views leave the services to machines', () => {
    const views = scriptsBelow('src/ui').filter(({ text }) => /\bservices\b/.test(text));
    expect(views.map((source) => source.path)).toEqual([]);
  });

  it('nothing imports the tests', () => {
    const outside = imports.filter(
      (one) => one.target?.startsWith('tests/') && !one.from.startsWith('tests/'),
    );
    expect(outside.map(({ from, specifier }) => `${from}: ${specifier}`)).toEqual([]);
  });
});

describe('libraries that are met in one place', () => {
  it('the path library', () => {
    expect(users('@xstate/graph')).toEqual(['tests/models/tools/graph.ts']);
  });
  it('the bridge from charts to React', () => {
    expect(users('@xstate/react').filter((file) => !/^src\/ui\/\w+\/use[A-Z]\w*\.ts$/.test(file))).toEqual(
      [],
    );
  });
  it('the HTTP client', () => {
    expect(users('ofetch')).toEqual(['src/services/http/ofetch.ts']);
  });
  it('the inspector comes only on request', () => {
    const files = users('@statelyai/inspect', ['value', 'dynamic']);
    expect(files).toHaveLength(1);
    expect(files.filter((file) => !isLazy(file, []))).toEqual([]);
  });
  it('the chart library comes with its own chunk', () => {
    const files = users('lightweight-charts', ['value']);
    expect(files.length).toBeLessThanOrEqual(1);
    const eager = imports.filter((one) => one.kind === 'value' && files.includes(one.target ?? ''));
    const bundled = eager.map((one) => one.from).filter((file) => file.startsWith('src/'));
    expect(bundled.filter((file) => !isLazy(file, files))).toEqual([]);
  });
  it('elliptic curves stay out of the client: they are large', () => {
    expect(users('@noble/curves').filter((file) => file.startsWith('src/'))).toEqual([]);
  });
  it('databases are opened below venue/sql', () => {
    const opening = scriptsBelow('venue').filter(({ text }) => /\bnew (Pool|Client|PGlite)\(/.test(text));
    expect(opening.map((source) => source.path).filter((file) => !file.startsWith('venue/sql/'))).toEqual([]);
  });
});

/** Reached by dynamic imports only, directly or through its users. */
function isLazy(file: string, seen: readonly string[]): boolean {
  const eager = imports.filter(
    (one) => one.kind === 'value' && one.target === file && !seen.includes(one.from),
  );
  const isEntry = !imports.some((one) => one.target === file);
  return !isEntry && eager.every((one) => isLazy(one.from, [...seen, file]));
}

describe('the rules catch what they are for', () => {
  it.each([
    ['src/domain/a.ts', "import { b } from '../services/http/http.ts';"],
    ['src/domain/a.ts', "import { setup } from 'xstate';"],
    ['src/services/a/b.ts', "import type { M } from '../../machines/access/login.machine.ts';"],
    ['src/services/contract/a.ts', "import { createHttp } from '../http/http.ts';"],
    ['src/machines/login/a.ts', "import { createHttp } from '../../services/http/http.ts';"],
    ['src/machines/login/a.ts', "import { type Http } from '../../services/http/port.ts';"],
    ['src/machines/login/a.ts', "import { useState } from 'react';"],
    ['src/machines/login/a.ts', "import { b } from '../socket/socket.actors.ts';"],
    ['src/ui/fees/Fees.tsx', "import { useSelector } from '@xstate/react';"],
    ['src/ui/fees/Fees.tsx', "const x = await import('../../services/http/http.ts');"],
    ['src/ui/fees/Fees.tsx', "export { b } from '../../app/theme.ts';"],
    ['src/ui/fees/Fees.tsx', "type A = import('../../app/theme.ts').A;"],
    ['src/ui/fees/Fees.tsx', 'const x = await import(name);'],
    ['src/app/a.ts', "import 'node:fs';"],
    ['src/app/a.ts', "import { b } from '../../venue/main.ts';"],
    ['venue/a.ts', "import { loginMachine } from '../src/machines/access/login.machine.ts';"],
    ['venue/a.ts', "import { createHttp } from '../src/services/http/http.ts';"],
    ['other/a.ts', "import 'node:fs';"],
  ])('%s: %s', (from, text) => {
    expect(planted(from, text).map(judge).filter(Boolean)).toHaveLength(1);
  });

  it('and lets allowed imports pass', () => {
    const fine = [
      ...planted('src/machines/login/a.ts', "import type { Http } from '../../services/http/port.ts';"),
      ...planted('src/machines/login/a.ts', "import { b } from '../socket/socket.machine.ts';"),
      ...planted('src/ui/access/useLogin.ts', "import { useSelector } from '@xstate/react';"),
      ...planted('venue/http/a.ts', "import { calls } from '../../src/services/contract/index.ts';"),
      ...planted('venue/sql/a.ts', "import text from './a.sql?raw';"),
    ];
    expect(fine.map(judge).filter(Boolean)).toEqual([]);
  });

  it('a circle is found, through a type as well', () => {
    const ring = [
      ...planted('src/a/a.ts', "import type { B } from './b.ts';"),
      ...planted('src/a/b.ts', "export * from './c.ts';"),
      ...planted('src/a/c.ts', "import './a.ts';"),
      ...planted('src/a/d.ts', "import './a.ts';"),
    ];
    expect(circles(ring)).toEqual([['src/a/a.ts', 'src/a/b.ts', 'src/a/c.ts']]);
  });
});
