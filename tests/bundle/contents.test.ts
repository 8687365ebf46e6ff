import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { missingIn, MISSING_IN_SCRIPTS, MISSING_IN_STYLES } from '../architecture/tools/browserFloor.ts';

const CLIENT = path.resolve(import.meta.dirname, '../../dist/client');
const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(CLIENT, path.join(entry.parentPath, entry.name)));
const read = (file: string): string => readFileSync(path.join(CLIENT, file), 'utf8');
const scripts = files.filter((file) => file.endsWith('.js'));
const page = read('index.html');

/** Addresses that may stand in the shipped files: names, links a person follows, and words of error messages. */
const ADDRESSES: readonly RegExp[] = [
  // Names of XML namespaces; nobody asks them.
  /^http:\/\/www\.w3\.org\//,
  // Explanations of React's shortened errors, written to the console.
  /^https:\/\/react\.dev\/errors\//,
  /^https:\/\/reactjs\.org\/docs\/error-decoder/,
  /^https:\/\/reactrouter\.com\//,
  /^https:\/\/simplewebauthn\.dev\/docs\//,
  /^https:\/\/(www\.)?(mantine\.dev|(react\.)?i18next\.com|locize\.com|stately\.ai\/docs)/,
  // The captcha, where a deployment switches it on (LOGIN-15).
  /^https:\/\/challenges\.cloudflare\.com\/turnstile\//,
  // The sites of the projects whose coins are traded: links of the landing page.
  /^https:\/\/(www\.)?(getmonero\.org|grin\.mw|kaspa\.org|wownero\.org)\/?/,
  // The chart's licence asks for this link.
  /^https:\/\/www\.tradingview\.com\//,
];

describe('the page', () => {
  it('holds no inline script or style, only its configuration as data', () => {
    const inline = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
      ([, attributes = '', text = '']) =>
        text.trim() !== '' && !attributes.includes('type="application/json"'),
    );
    expect(inline.map(([tag]) => tag)).toEqual([]);
    expect(page).not.toMatch(/<style\b|\sstyle=|\son\w+=/);
  });

  it('loads only its own files, and they are there', () => {
    const loaded = [...page.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded.filter((address) => !/^\/(?!\/)/.test(address))).toEqual([]);
    expect(loaded.filter((address) => !existsSync(path.join(CLIENT, address)))).toEqual([]);
  });
});

describe('the configuration in the page', () => {
  it('is one that the client accepts', () => {
    const [, block = ''] = /id="configuration">([^<]*)</.exec(page) ?? [];
    const config = readConfig(JSON.parse(block), { origin: 'https://example.org' });
    expect(config).toMatchObject({
      captcha: { mode: 'bypass' },
      features: { inspector: false, marketOrders: false },
    });
  });
});

describe('the scripts', () => {
  it('there are some', () => {
    expect(scripts.length).toBeGreaterThan(2);
  });

  it('name no address that is not known (CALL-08)', () => {
    const found = [...scripts, ...files.filter((file) => file.endsWith('.css')), 'index.html'].flatMap(
      (file) =>
        [...read(file).matchAll(/\b(?:https?|wss?):\/\/[\w.-]+\.[\w-]+[^\s"'`)\\<>]*/g)].map(
          ([address]) => `${file}: ${address}`,
        ),
    );
    expect(
      found.filter((one) => !ADDRESSES.some((known) => known.test(one.slice(one.indexOf(': ') + 2)))),
    ).toEqual([]);
  });

  it('bring no descriptions of states, which only inspectors show', () => {
    const machines = path.resolve(import.meta.dirname, '../../src/machines');
    const described = readdirSync(machines, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(path.join(machines, file), 'utf8').matchAll(/^ *description:\s*'([^'\\]{20,})'/gm),
      ])
      .map(([, text = '']) => text);
    expect(described.length).toBeGreaterThan(200);
    const shipped = scripts.map(read).join();
    expect(described.filter((text) => shipped.includes(text))).toEqual([]);
  });

  it('bring no inspector and no source of this machine', () => {
    for (const file of scripts) {
      expect(read(file), file).not.toMatch(
        /stately\.ai\/(?:registry|inspect)|createBrowserInspector|@statelyai\//,
      );
      expect(read(file), file).not.toContain(path.resolve(CLIENT, '../..'));
    }
  });

  it('bring nothing of what developers look with: no recorder, no reports, no machines, no gallery (TOOLS-11)', () => {
    const manifest = readFileSync(path.resolve(CLIENT, '../manifest.json'), 'utf8');
    expect(manifest).not.toMatch(/src\/app\/development|tools\/inspector/);
    for (const file of [...scripts, ...files.filter((one) => one.endsWith('.css'))]) {
      expect(read(file), file).not.toMatch(
        /quietbook-(?:recording|machines)|__machines|__gallery|galleryCell|data-gallery|inspectorBar|saveRecording|DEVELOPER_TOOLS|is-active|Report a problem|problemDialog/,
      );
    }
  });

  it('use what the oldest browsers lack nowhere but where it is known, packages included (PUBLIC-19)', () => {
    const textsOf = (end: string) =>
      files.filter((file) => file.endsWith(end)).map((file) => ({ path: file, text: read(file) }));
    const namesOf = (found: readonly string[]) => [...new Set(found.map((one) => one.replace(/^.*?: /, '')))];
    expect(namesOf(missingIn(textsOf('.js'), MISSING_IN_SCRIPTS)).sort()).toEqual([
      // Noble's hashes look whether they are there.
      'bytes as text',
      // src/app/popovers.ts brings them.
      'popovers',
      // React has them, and nobody asks for one.
      'view transitions',
    ]);
    // For looks alone: tests/architecture/browsers.test.ts names each.
    expect(namesOf(missingIn(textsOf('.css'), MISSING_IN_STYLES)).sort()).toEqual([
      ':has()',
      'newer properties',
    ]);
  });

  it('carry no source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  });
});

describe('the style sheets', () => {
  const sheets = files.filter((file) => file.endsWith('.css')).map(read);

  it('each starts with the order of the layers, for whichever a page loads first decides it', () => {
    expect(sheets.length).toBeGreaterThan(2);
    expect(sheets.filter((text) => !text.startsWith('@layer reset,mantine,theme;'))).toEqual([]);
  });

  it("hold the sheet of each of Mantine's components that the scripts bring, in its layer", () => {
    const shipped = sheets.join('\n');
    const known = readFileSync(path.resolve(CLIENT, '../../node_modules/@mantine/core/styles.css'), 'utf8');
    // The classes of a component's parts, as Mantine's modules name them: `root:"m_77c9d27d"`.
    const classes = [
      ...new Set(scripts.flatMap((file) => read(file).match(/(?<=["'`])m_[0-9a-f]+(?=["'`])/g) ?? [])),
    ].filter((one) => known.includes(`.${one}`));
    expect(classes.length).toBeGreaterThan(20);
    expect(classes.filter((one) => !shipped.includes(`.${one}`))).toEqual([]);
    expect(shipped).toContain('@layer mantine{');
  });
});

describe('what lies in the served folder', () => {
  it('the build keeps its notes elsewhere', () => {
    expect(files.filter((file) => file.startsWith('.') || file.includes('manifest.json'))).toEqual([]);
  });

  it('the words are there', () => {
    expect(files.filter((file) => /^locales\/en\/\w+\.json$/.test(file)).length).toBeGreaterThan(0);
  });

  it('every large text has its compressed copies with the same content', () => {
    const large = files.filter((file) => /\.(js|css|json|svg)$/.test(file) && read(file).length >= 1024);
    expect(large.length).toBeGreaterThan(2);
    for (const file of large) {
      const plain = readFileSync(path.join(CLIENT, file));
      expect(brotliDecompressSync(readFileSync(path.join(CLIENT, `${file}.br`))).equals(plain), file).toBe(
        true,
      );
      expect(gunzipSync(readFileSync(path.join(CLIENT, `${file}.gz`))).equals(plain), file).toBe(true);
    }
  });

  it('the page itself has none: its configuration may be changed where it lies', () => {
    expect(files.filter((file) => file.startsWith('index.html.'))).toEqual([]);
  });
});
