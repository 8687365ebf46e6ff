import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** Errors that a browser reports only for a faulty page. */
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

/** Lines of our own log about a read, or a part of the page, that did not come. */
const CUT = /^\w+: (unreachable$|TypeError: error loading dynamically imported module)/;

interface Violation {
  readonly violatedDirective: string;
  readonly blockedURI: string;
  readonly sourceFile: string;
}

/** Addresses where tests expect no page: the venue answers 404 with its page for that. */
const MISSING_PAGE = /status of 404 .* https?:\/\/[^/]+\/(no\/such\/page|nowhere)$/;

/**
 * A session that is renewed has its stream end, and what is followed read at once, maybe with the older token. The
 * browser and our own log report each such answer once.
 */
const RENEWED = [/status of 503 /, /^console: \w+: server 503 /] as const;

/**
 * Policy violations, requests to other origins, console errors, exceptions.
 * @param origins of the test's venues; one that starts later is added
 */
export async function watch(context: BrowserContext, origins: ReadonlySet<string>): Promise<Guard> {
  const found: string[] = [];
  const expected: RegExp[] = [MISSING_PAGE];
  /** Answers to older tokens, by their code. */
  let renewals = 0;

  await context.exposeFunction('reportViolation', (text: string) => found.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile } = event as unknown as Violation;
      const report = (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  const listen = (page: Page): void => {
    // Firefox ends the reads of a page before the page itself, so that its log still reports that they failed.
    let isLeft = false;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) isLeft = false;
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeft = true;
      const url = new URL(request.url());
      const isOwn = origins.has(url.origin) || ['blob:', 'data:', 'about:'].includes(url.protocol);
      if (!isOwn) found.push(`request to ${url.origin}`);
    });
    page.on('websocket', (socket) => {
      const url = new URL(socket.url());
      if (!origins.has(url.origin.replace(/^ws/, 'http'))) found.push(`socket to ${url.host}`);
    });
    page.on('response', async (response) => {
      if (response.status() !== 503) return;
      // Without its body, which ends with the page, an answer is forgiven nothing.
      const text = await response.text().catch(() => '');
      if (text.includes('"SESSION_RENEWED"')) renewals += 1;
    });
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() !== 'error' || (isLeft && CUT.test(message.text()))) return;
      found.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => found.push(`exception: ${error.message}`));
  };
  for (const page of context.pages()) listen(page);
  context.on('page', listen);

  return {
    get findings() {
      const left = RENEWED.map(() => renewals);
      return found.filter((text) => {
        const nth = RENEWED.findIndex((pattern) => pattern.test(text));
        if ((left[nth] ?? 0) > 0) {
          left[nth] = (left[nth] ?? 0) - 1;
          return false;
        }
        return !expected.some((pattern) => pattern.test(text));
      });
    },
    expect: (pattern) => void expected.push(pattern),
    expectOutage: () => void expected.push(OUTAGE),
  };
}
