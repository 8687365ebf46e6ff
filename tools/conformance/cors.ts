import { ask, type Context } from './context.ts';
import type { Answer } from './probe.ts';

const STRANGER = 'https://stranger.invalid';
const METHODS = ['POST', 'DELETE'];

/** What browsers request for a page of another origin. */
export async function checkCors(context: Context, origin: string): Promise<void> {
  const { report } = context;
  for (const method of METHODS) {
    const answer = await preflight(context, origin, method, 'content-type');
    const missing = missingFor(answer, origin);
    report.expect('cors.preflight', missing === null, `OPTIONS for ${method} lacks ${missing ?? ''}`);
    const methods = listOf(answer, 'access-control-allow-methods');
    report.expect(
      'cors.preflight',
      methods.includes(method.toLowerCase()) || methods.includes('*') || method === 'POST',
      `${method} is not allowed`,
    );
    const headers = listOf(answer, 'access-control-allow-headers');
    report.expect(
      'cors.preflight',
      headers.includes('content-type'),
      'The header content-type is not allowed',
    );
  }
  for (const name of ['markets', 'me'] as const) {
    const answer = await ask(context, name, { headers: { origin } });
    const missing = missingFor(answer, origin);
    report.expect(
      'cors.answer',
      missing === null,
      `${answer.what} (${answer.status}) lacks ${missing ?? ''}`,
    );
  }
  await checkStrangers(context);
  await checkHeaders(context, origin);
}

const preflight = (context: Context, origin: string, method: string, headers: string): Promise<Answer> =>
  context.probe.send('OPTIONS', '/order/orders/limit', {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });

/** A `*` is not enough for requests with credentials. */
function missingFor({ headers }: Answer, origin: string): string | null {
  if (headers.get('access-control-allow-origin') !== origin) return `access-control-allow-origin: ${origin}`;
  const isWithCredentials = headers.get('access-control-allow-credentials') === 'true';
  return isWithCredentials ? null : 'access-control-allow-credentials: true';
}

const listOf = ({ headers }: Answer, name: string): string[] =>
  (headers.get(name) ?? '').split(',').map((text) => text.trim().toLowerCase());

async function checkStrangers(context: Context): Promise<void> {
  const answers = [
    await ask(context, 'me', { headers: { origin: STRANGER } }),
    await preflight(context, STRANGER, 'POST', 'content-type'),
  ];
  for (const answer of answers) {
    const isAllowed = missingFor(answer, STRANGER) === null;
    context.report.expect('cors.strangers', !isAllowed, `${answer.what} allows ${STRANGER} with credentials`);
  }
}

async function checkHeaders(context: Context, origin: string): Promise<void> {
  const wanted = [
    ...(context.claims.has('idempotencyKeys') ? ['idempotency-key'] : []),
    ...(context.claims.has('accountHeader') ? ['x-account-id'] : []),
  ];
  if (wanted.length === 0) return;
  const allowed = listOf(
    await preflight(context, origin, 'POST', wanted.join(', ')),
    'access-control-allow-headers',
  );
  for (const name of wanted) {
    context.report.expect('cors.headers', allowed.includes(name), `The header ${name} is not allowed`);
  }
}
