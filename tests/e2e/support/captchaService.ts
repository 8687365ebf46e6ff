import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A button that passes, and tokens that work once. */
const SCRIPT = `
  let count = 0;
  window.turnstile = {
    render(element, options) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'I am human';
      button.addEventListener('click', () => options.callback('good-' + options.sitekey + '-' + (count += 1)));
      element.append(button);
      return 'widget';
    },
    reset() {},
    remove() {
      for (const button of document.querySelectorAll('button')) {
        if (button.textContent === 'I am human') button.remove();
      }
    },
  };
`;

export interface CaptchaService {
  readonly origin: string;
  isUp: boolean;
  /** Tokens that were verified. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A local captcha with Turnstile's interface. */
export async function startCaptcha(): Promise<CaptchaService> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(service.isUp ? 200 : 404, { 'content-type': 'text/javascript' });
      response.end(service.isUp ? SCRIPT : '');
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { response: token } = JSON.parse(Buffer.concat(parts).toString()) as { response: string };
      const isGood = token.startsWith('good-site-1-') && !asked.includes(token);
      asked.push(token);
      response.end(
        JSON.stringify({ success: isGood, 'error-codes': isGood ? [] : ['timeout-or-duplicate'] }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: CaptchaService = {
    origin: `http://127.0.0.1:${port}`,
    isUp: true,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}
