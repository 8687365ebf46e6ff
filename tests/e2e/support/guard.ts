import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** What a browser reports only for a faulty page. */
export interface Guard {
  readonly findings: readonly string[];
  /** A test that breaks something names the reports that belong to it. */
  expect(pattern: RegExp): void;
  /** For a test that ends its venue. */
  expectOutage(): void;
}

/** Texts of the browser and of our own log. */
const OUTAGE =
  /ERR_(CONNECTION|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|WebSocket connection to|^console: \w+: unreachable/;

interface Violation {
  readonly violatedDirective: string;
  readonly blockedURI: string;
  readonly sourceFile: string;
}

/** Addresses where tests look for a page and there is none: the venue answers 404 with the page that says so. */
const MISSING_PAGE = /status of 404 .* https?:\/\/[^/]+\/(no\/such\/page|nowhere)$/;

/**
 * Policy violations, requests to other origins, console errors, exceptions.
 * @param origins of the test's venues; one that starts later is added
 */
export async function watch(context: BrowserContext, origins: ReadonlySet<string>): Promise<Guard> {
  const found: string[] = [];
  const expected: RegExp[] = [MISSING_PAGE];

  await context.exposeFunction('reportViolation', (text: string) => found.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile } = event as unknown as Violation;
      const report = (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  const listen = (page: Page): void => {
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = origins.has(url.origin) || ['blob:', 'data:', 'about:'].includes(url.protocol);
      if (!isOwn) found.push(`request to ${url.origin}`);
    });
    page.on('websocket', (socket) => {
      const url = new URL(socket.url());
      if (!origins.has(url.origin.replace(/^ws/, 'http'))) found.push(`socket to ${url.host}`);
    });
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') found.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => found.push(`exception: ${error.message}`));
  };
  for (const page of context.pages()) listen(page);
  context.on('page', listen);

  return {
    get findings() {
      return found.filter((text) => !expected.some((pattern) => pattern.test(text)));
    },
    expect: (pattern) => void expected.push(pattern),
    expectOutage: () => void expected.push(OUTAGE),
  };
}
