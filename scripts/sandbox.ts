// `npm run sandbox -- help`: the sandbox calls of a running venue as commands.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const HELP = `npm run sandbox -- <command>

  status                         whether the venue is a sandbox
  fund <coin> <amount>           adds coins to an account
  empty                          takes back all that is free of an account
  pay <coin> <amount> [address]  pays to a deposit address, by default the account's own
  mine <coin> [blocks]           mines 1 to 1000 blocks; pending transactions go into the first
  reorg <coin> <depth>           removes blocks and adds one more than that; their payments are pending again
      --drop                     also drops the outside payments that were in them
  fail-withdrawal <id>           fails a withdrawal that is not in a block yet; its coins are credited back
  congest <coin> [off]           makes the coin's network congested, or normal again
  grin                           shows the slatepack addresses of the venue and of the user's wallet
  grin send <amount>             starts a payment in the user's wallet: prints the message for the deposit form
      --encrypted                encrypts it for the venue and requests a payment proof
      --named                    includes the wallet's address, so that the reply comes encrypted
      --network-fee <grin>       by default 0.023
  grin receive <message>         replies to the message of a withdrawal: prints the reply for the withdrawal form
  grin finalize <message>        finalizes the reply to a payment and posts it; a message of - is read from
                                 standard input, and only the wallet's answer is printed, for the next step
  chains                         shows the height of each chain and the confirmations that a payment needs
  calls                          lists the names of all calls
  fail <call> <how>              makes the next answer of a call fail; <how> is a status (400 to 599), or
                                 refuse (not carried out), drop (carried out, answer lost), delay (answer late)
      --times <n>                the next n answers, 1 to 100
      --delay <milliseconds>     for delay, 1 to 60000
  reply <ticket> <text>          replies to a support ticket as staff; <ticket> is its id
  close <ticket>                 closes it
  reset                          clears scheduled failures and counted sign-in attempts

  --at <address>                 address of the venue, by default http://HOST:PORT of the environment or http://127.0.0.1:8080
  --email, --password            the account for fund, empty, pay and fail-withdrawal, by default the sandbox's own; if given, fail,
                                 reset, reply and close apply to this account only, as a shared sandbox requires`;

/** Shown without a stack trace. */
class Mistake extends Error {}

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      allowPositionals: true,
      options: {
        at: { ...text, default: `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '8080'}` },
        email: text,
        password: text,
        times: { ...text, default: '1' },
        delay: { ...text, default: '2000' },
        drop: { type: 'boolean', default: false },
        encrypted: { type: 'boolean', default: false },
        named: { type: 'boolean', default: false },
        'network-fee': { ...text, default: '0.023' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, {
      cause: error,
    });
  }
}

const { values, positionals } = (() => {
  try {
    return readArguments();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
})();

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, values.at), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Mistake(
      `No venue responds at ${values.at}. Start one with "npm start", or set its address with --at.`,
      { cause: error },
    );
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return { answer, response };
  if (response.status === 404 && path.startsWith('/sandbox/') && answer.code === 'NOT_FOUND') {
    throw new Mistake(`The venue at ${values.at} is not a sandbox (VENUE_MODE=live).`);
  }
  throw new Mistake(answer.message ?? `The venue answered ${response.status}.`);
}

async function signIn(): Promise<Record<string, string>> {
  const { email = 'trader@quietbook.test', password = 'Quietbook1' } = values;
  const { response } = await call('POST', '/auth/login', { email, password });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { cookie: cookies.join('; ') };
}

const scope = async () => (values.email === undefined ? {} : signIn());

/** The message goes to standard output, comments to standard error. */
async function grin([step = '', ...words]: string[]) {
  if (step === '') {
    const { answer } = await call('GET', '/sandbox/grin');
    return `The venue is ${answer.venue_address}\nThe user's wallet is ${answer.wallet_address}`;
  }
  if (!['send', 'receive', 'finalize'].includes(step)) {
    throw new Mistake(`Unknown command "grin ${step}".\n\n${HELP}`);
  }
  const text = words.join(' ');
  const order =
    step === 'send'
      ? { amount: text, fee: values['network-fee'], encrypted: values.encrypted, named: values.named }
      : { slatepack_message: text === '-' ? readFileSync(0, 'utf8') : text };
  const { answer } = await call('POST', `/sandbox/grin/${step}`, order, await scope());
  console.error(
    answer.tx_hash === undefined ? answer.message : `${answer.message}\nKernel ${answer.tx_hash}`,
  );
  return answer.slatepack_message;
}

const commands: Record<string, (args: string[]) => Promise<string>> = {
  grin,
  status: async () => {
    await call('GET', '/sandbox/status');
    return `The venue at ${values.at} is a sandbox.`;
  },
  fund: async ([coin = '', amount = '']) => {
    const session = await signIn();
    const { answer } = await call('POST', '/sandbox/fund', { coin: coin.toUpperCase(), amount }, session);
    return answer.message;
  },
  empty: async () => (await call('POST', '/sandbox/empty', undefined, await signIn())).answer.message,
  pay: async ([coin = '', amount = '', address]) => {
    const order = { coin: coin.toUpperCase(), amount, ...(address === undefined ? {} : { address }) };
    return (await call('POST', '/sandbox/pay', order, await signIn())).answer.message;
  },
  mine: async ([coin = '', blocks = '1']) => {
    const order = { coin: coin.toUpperCase(), blocks: Number(blocks) };
    return (await call('POST', '/sandbox/mine', order, await scope())).answer.message;
  },
  reorg: async ([coin = '', depth = '1']) => {
    const order = { coin: coin.toUpperCase(), depth: Number(depth), drop: values.drop };
    return (await call('POST', '/sandbox/reorganise', order)).answer.message;
  },
  'fail-withdrawal': async ([withdrawal = '']) =>
    (await call('POST', '/sandbox/fail-withdrawal', { withdrawal }, await signIn())).answer.message,
  congest: async ([coin = '', how = 'on']) => {
    const order = { coin: coin.toUpperCase(), congested: how !== 'off' };
    return (await call('POST', '/sandbox/congestion', order, await scope())).answer.message;
  },
  chains: async () => {
    const chains: { coin: string; height: number; confirmations: number }[] = (
      await call('GET', '/sandbox/chains')
    ).answer;
    return chains
      .map(
        ({ coin, height, confirmations }) => `${coin}: ${height} blocks; ${confirmations} confirm a payment`,
      )
      .join('\n');
  },
  calls: async () => (await call('GET', '/sandbox/calls')).answer.join('\n'),
  fail: async ([name = '', how = '']) => {
    const order = {
      call: name,
      status: /^\d+$/.test(how) ? Number(how) : how,
      times: Number(values.times),
      ...(how === 'delay' ? { delay_ms: Number(values.delay) } : {}),
    };
    return (await call('POST', '/sandbox/fail', order, await scope())).answer.message;
  },
  reply: async ([ticket = '', ...words]) => {
    const answer = { ticket, text: words.join(' ') };
    return (await call('POST', '/sandbox/support/reply', answer, await scope())).answer.message;
  },
  close: async ([ticket = '']) =>
    (await call('POST', '/sandbox/support/close', { ticket }, await scope())).answer.message,
  reset: async () => (await call('POST', '/sandbox/reset-limits', undefined, await scope())).answer.message,
};

const [name = 'help', ...args] = positionals;
const command = commands[name];
if (values.help || name === 'help') console.log(HELP);
else if (!command) {
  console.error(`Unknown command "${name}".\n\n${HELP}`);
  process.exitCode = 2;
} else {
  try {
    console.log(await command(args));
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
