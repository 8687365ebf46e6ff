import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow, readSource, scriptsBelow } from './tools/sources.ts';

describe('files', () => {
  it('fewer than 50 source files have 25 lines or fewer: one thought is one file', () => {
    const small = scriptsBelow('src', 'venue', 'scripts', 'tools').filter(
      // A short door of a feature is a good one.
      ({ path, text }) => !path.endsWith('/index.ts') && text.trimEnd().split('\n').length <= 25,
    );
    expect(small.length).toBeLessThan(50);
  });

  it('a feature has one name in `src/ui` and `src/machines`', () => {
    const featuresOf = (folder: string): string[] => [
      ...new Set(filesBelow(folder).map((file) => file.split('/')[2] ?? '')),
    ];
    const machines = new Set(featuresOf('src/machines'));
    const viewsAlone = featuresOf('src/ui').filter((name) => !machines.has(name));
    expect(viewsAlone.sort()).toEqual([
      'kit',
      'layout',
      'markets',
      'publicPages',
      'tokens.css',
      'trade',
      'wallet',
    ]);
  });

  it('use the words of docs/glossary.md, and none that they replaced', () => {
    // Parts of names, in any case, and whole words.
    const parts = /solitude|bookkeeper|orderTicket|createWords|sameOrderBrake|same_order_brake/i;
    const words =
      /\b(Desk|Company|Veil|veiled|keeper|resign|wakes|absence|speech|sights|Standing|standing)\b/;
    const texts = [
      ...scriptsBelow('src', 'venue', 'scripts', 'tools'),
      ...filesBelow('docs')
        .filter((file) => file.endsWith('.md'))
        .map(readSource),
    ];
    const found = texts.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => parts.test(line) || words.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('every test file is run by one project', () => {
    const tests = filesBelow('tests').filter((file) =>
      /\.test\.tsx?$|^tests\/(e2e|walks)\/.*\.spec\./.test(file),
    );
    const projects =
      /^tests\/(architecture|unit|models|proof|venue|chains|bundle|walks\/browser)\/.*\.test\.ts$|^tests\/(e2e|walks)\/.*\.spec\.ts$/;
    expect(tests.filter((file) => !projects.test(file))).toEqual([]);
  });

  it('no file names a place of one machine', () => {
    const places = ['home', 'root', 'work', 'Users'].map((name) => `/${name}/`);
    const found = filesBelow()
      .filter((file) => /\.(ts|tsx|mjs|js|json|md|css|html|sql|yml|yaml)$|^\.ci\//.test(file))
      .map(readSource)
      .flatMap(({ path, text }) =>
        places
          .filter((place) => new RegExp(`(^|[\\s"'\`(=:])${place}`, 'm').test(text))
          .map((place) => `${path}: ${place}`),
      );
    expect(found).toEqual([]);
  });
});

describe('packages', () => {
  interface Manifest {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly scripts: Readonly<Record<string, string>>;
  }
  interface Lock {
    readonly packages: Readonly<
      Record<string, { resolved?: string; integrity?: string; hasInstallScript?: boolean; version?: string }>
    >;
  }
  const manifest = JSON.parse(readSource('package.json').text) as Manifest;
  const lock = JSON.parse(readSource('package-lock.json').text) as Lock;
  const LOCKS = ['package-lock.json', 'tests/chains/package-lock.json', 'examples/ccxt/package-lock.json'];

  it('every version is exact', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('the lock holds what package.json asks for', () => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(
      wanted.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version),
    ).toEqual([]);
  });

  it.each(LOCKS)('%s has a hash for every package and no address of a registry', (path) => {
    const { packages } = JSON.parse(readSource(path).text) as Lock;
    const unsure = Object.entries(packages).filter(
      ([where, { integrity, resolved }]) =>
        resolved !== undefined || (where !== '' && !/^sha512-[A-Za-z\d+/]{86}==$/.test(integrity ?? '')),
    );
    expect(unsure.map(([where]) => where)).toEqual([]);
  });

  it('the lock has an entry for every optional package, or a newer npm refuses it', () => {
    const optional = Object.values(lock.packages).flatMap((entry) =>
      Object.keys((entry as { optionalDependencies?: object }).optionalDependencies ?? {}),
    );
    const locked = Object.keys(lock.packages);
    expect(optional.filter((name) => !locked.some((at) => at.endsWith(`node_modules/${name}`)))).toEqual([]);
  });

  it('nothing runs a script of its own while it is installed', () => {
    const scripts = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript);
    expect(scripts.map(([name]) => name)).toEqual([]);
  });

  it('nor does anything installed, whatever the lock has', () => {
    const installed = readdirSync('node_modules', { withFileTypes: true }).flatMap(({ name }) =>
      name.startsWith('@') ? readdirSync(`node_modules/${name}`).map((below) => `${name}/${below}`) : [name],
    );
    const withScripts = installed
      .filter((name) => existsSync(`node_modules/${name}/package.json`))
      .filter((name) => {
        const { scripts = {} } = JSON.parse(
          readSource(`node_modules/${name}/package.json`).text,
        ) as Partial<Manifest>;
        const runs = ['preinstall', 'install', 'postinstall'].some((step) => step in scripts);
        // npm builds these even without a script.
        return runs || existsSync(`node_modules/${name}/binding.gyp`);
      });
    expect(installed.length).toBeGreaterThan(50);
    expect(withScripts).toEqual([]);
  });

  it('every script of package.json is there', () => {
    const files = Object.values(manifest.scripts).flatMap((text) => {
      const [program, ...args] = text.split(' ');
      return program === 'node' ? args.filter((arg) => /\.(ts|mjs)$/.test(arg)) : [];
    });
    const known = new Set(filesBelow());
    expect(files.filter((file) => !known.has(file.replace('./', '')))).toEqual([]);
  });
});

it('the commands of package.json name projects of vitest.config.ts', () => {
  const named = [...readSource('package.json').text.matchAll(/--project (\w+)/g)].map(([, name]) => name);
  const config = readSource('vitest.config.ts').text;
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !config.includes(`name: '${name}'`))).toEqual([]);
});

it('measurements run tests that there are', () => {
  const named = [...readSource('tools/bench/run.ts').text.matchAll(/'(tests\/[^']+)'/g)].map(
    ([, file = '']) => file,
  );
  const files = filesBelow('tests');
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !files.some((file) => file === name || file.startsWith(`${name}/`)))).toEqual(
    [],
  );
});

describe('the commands of the README', () => {
  const blocks = [...readSource('README.md').text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) =>
    text?.trim(),
  );

  it('explain how to run and how to test', () => {
    expect(blocks).toContain('npm ci && npm start');
    expect(blocks).toContain('npm ci && npm test\nnpm run proof');
  });

  it('are what the continuous integration runs', () => {
    const { text } = readSource('.ci/run');
    for (const command of ['npm ci', 'npm test', 'npm run proof'])
      expect(text).toMatch(new RegExp(`^\\s*(?:add_up )?${command}\\b`, 'm'));
  });
});

describe('docs/configuration.md', () => {
  it('explains every setting of the venue and of the client once, and no other', () => {
    const venue = [
      'venue/config.ts',
      'venue/environment.ts',
      'venue/chains/settings.ts',
      'venue/sender/config.ts',
    ].flatMap((file) => [...readSource(file).text.matchAll(/(?:text|number|choice|amounts)\('([A-Z_]+)'/g)]);
    const client = [...readSource('scripts/configuration.ts').text.matchAll(/text\('([A-Z_]+)'\)/g)];
    const settings = [...venue.map(([, name]) => name), ...client.map(([, name]) => `QUIETBOOK_${name}`)];
    const explained = [...readSource('docs/configuration.md').text.matchAll(/^- `([A-Z_]+)`/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(explained)).toEqual(new Set(settings));
    expect(new Set(explained).size).toBe(explained.length);
  });
});
