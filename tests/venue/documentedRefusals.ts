// Setup of the venue's tests: every code that one of their calls is refused with must be documented for that call.
import { calls, type Call, type CallName } from '../../src/services/contract/index.ts';
import { codesOf } from '../../src/services/contract/documents/refusals.ts';

const known = Object.entries(calls as unknown as Record<CallName, Call>).map(([name, call]) => ({
  name,
  method: call.method,
  // A fixed path comes before one with a parameter.
  parameters: call.path.split(':').length,
  path: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  codes: codesOf(name as CallName, call),
}));
known.sort((a, b) => a.parameters - b.parameters);

/** Scheduled by a developer (TOOLS), so no call documents them. */
const ORDERED = 'ORDERED_FAILURE';

async function expectDocumented(method: string, url: string, answer: Response): Promise<void> {
  if (answer.status < 400 || answer.headers.has('x-planted')) return;
  if (!answer.headers.get('content-type')?.includes('json')) return;
  const { pathname } = new URL(url);
  const call = known.find((one) => one.method === method && one.path.test(pathname));
  const { code } = (await answer.clone().json()) as { readonly code?: string };
  if (call === undefined || code === undefined || code === ORDERED) return;
  if (!call.codes[answer.status]?.includes(code))
    throw new Error(`${call.name} answers ${answer.status} ${code}, which the API's document does not name`);
}

const ask = globalThis.fetch;
if (ask.name !== 'documented') {
  globalThis.fetch = async function documented(input, init) {
    const answer = await ask(input, init);
    const { url, method } = input instanceof Request ? input : { url: String(input), method: 'GET' };
    await expectDocumented(init?.method ?? method, url, answer);
    return answer;
  };
}
