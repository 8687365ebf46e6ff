import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** What a browser reported that a good page never causes. */
export interface Guard {
  /** Everything that was found and was not expected. */
  readonly findings: readonly string[];
  /** A test that breaks something says which complaints of the browser belong to it. */
  expect(pattern: RegExp): void;
  /** A test that ends its venue, and what that comes upon: no connection, no answer, half an answer, the socket. */
  expectOutage(): void;
}

/** The browser's words, and those of our own log, which tells of an outage because that is what it is for. */
const OUTAGE =
  /ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|WebSocket connection to|^console: \w+: unreachable/;

interface Violation {
  readonly violatedDirective: string;
  readonly blockedURI: string;
  readonly sourceFile: string;
}

/**
 * Watches a context from its first page on: policy violations, requests to other origins than the venue's,
 * errors of the console, exceptions.
 * @param origins of the test's venues; one that starts later is added to the set
 */
export async function watch(context: BrowserContext, origins: ReadonlySet<string>): Promise<Guard> {
  const found: string[] = [];
  const expected: RegExp[] = [];

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
