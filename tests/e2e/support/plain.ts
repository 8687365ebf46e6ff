/** The built client from a file host, against a plain server on another origin. */
import type { BrowserContext } from '@playwright/test';
import { openApiDocument } from '../../../src/services/contract/documents/openapi.ts';
import { PlainServer } from '../../plainServer/server.ts';
import { slatepacks } from '../../plainServer/slatepacks.ts';
import { styleOf, type Style } from '../../plainServer/style.ts';
import { serveSite, type Site } from './site.ts';
import { expect, test as base } from './test.ts';

interface PlainParts {
  /** `test.use({ style })` */
  readonly style: Style;
  readonly site: Site;
  readonly plain: PlainServer;
}

export const test = base.extend<PlainParts>({
  style: [styleOf(1), { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the parts from this pattern.
  site: async ({}, use) => {
    const site = await serveSite();
    await use(site);
    await site.close();
  },

  plain: async ({ style, site }, use) => {
    const server = new PlainServer({ style, slatepacks, origin: () => site.url });
    const apiBase = await server.start();
    await site.configure({ apiBase, capabilities: {} });
    await use(server);
    await server.stop();
  },

  // The browser ends before the servers that its pages use.
  context: async ({ plain: _plain, context }, use) => {
    await use(context);
  },

  origins: async ({ plain, site }, use) => {
    await use(new Set([site.url, plain.url]));
  },

  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
});

interface Operation {
  readonly 'x-capability'?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/** With the allowed names of its query, without what needs a capability. */
function documentedCalls(): ReadonlyMap<string, ReadonlySet<string>> {
  const { paths } = openApiDocument() as unknown as { paths: Record<string, Record<string, Operation>> };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-capability'] === undefined)
      .map(([method, { parameters = [] }]) => {
        const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
        return [`${method.toUpperCase()} ${path}`, new Set(query)] as const;
      }),
  );
  return new Map(calls);
}

/** Headers that every browser sends, and the one that JSON needs. */
const HEADERS =
  /^(host|connection|origin|referer|cookie|user-agent|accept(-language|-encoding)?|content-(type|length)|sec-.+|pragma|cache-control)$/;
const FRAMES =
  /^\{"type":"((un)?subscribe_fees|ping|pong)"\}$|^\{"type":"(un)?subscribe_orderbook","pair_symbol":"[A-Z]+-[A-Z]+"(,"depth":40)?\}$/;

/** Calls, query names, headers and frames of no specification. */
export function undocumented(plain: PlainServer): readonly string[] {
  const calls = documentedCalls();
  const strange = plain.log.flatMap(({ call, method, path, headers }) => {
    const query = calls.get(call ?? '');
    if (query === undefined) return [`${method} ${path}`];
    const asked = new URL(path, plain.url).searchParams;
    return [
      ...[...asked.keys()].filter((name) => !query.has(name)).map((name) => `${call}: ?${name}`),
      ...Object.keys(headers)
        .filter((name) => !HEADERS.test(name))
        .map((name) => `${call}: ${name}`),
    ];
  });
  return [...new Set([...strange, ...plain.feed.received.filter((frame) => !FRAMES.test(frame))])];
}

/** Console warnings, and requests to the file host other than for translations. */
export function watchTour(context: BrowserContext, site: Site): readonly string[] {
  const found: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'warning') found.push(message.text());
  });
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== site.url || !['fetch', 'xhr'].includes(request.resourceType())) return;
    if (!pathname.startsWith('/locales/')) found.push(`${request.method()} ${pathname}`);
  });
  return found;
}

export { expect };
