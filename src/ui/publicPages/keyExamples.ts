/** Content of /api about keys for programs (APIKEY-10). Tests run the examples, and compare the rest with the venue. */

interface KeyCall {
  readonly permission: 'read' | 'trade' | 'withdraw';
  readonly line: string;
}

export const KEY_CALLS: readonly KeyCall[] = [
  { permission: 'read', line: 'GET /user/balances' },
  { permission: 'read', line: 'GET /order/orders' },
  { permission: 'read', line: 'GET /order/orders/{id}' },
  { permission: 'read', line: 'GET /order/orders/history/executions' },
  { permission: 'read', line: 'GET /user/deposit-address/list' },
  { permission: 'read', line: 'GET /deposit/deposits/user/history' },
  { permission: 'read', line: 'GET /deposit/deposits/{id}/status' },
  { permission: 'read', line: 'GET /withdrawal/withdrawals/user/history' },
  { permission: 'read', line: 'GET /withdrawal/withdrawals/{id}/status' },
  { permission: 'trade', line: 'POST /order/orders/limit' },
  { permission: 'trade', line: 'POST /order/orders/market' },
  { permission: 'trade', line: 'POST /order/amend/{id}' },
  { permission: 'trade', line: 'DELETE /order/cancel/{id}' },
  { permission: 'withdraw', line: 'POST /withdrawal/withdrawals/create' },
  { permission: 'withdraw', line: 'POST /withdrawal/withdrawals/grin/finalize-withdrawal' },
  { permission: 'withdraw', line: 'POST /withdrawal/withdrawals/{id}/cancel' },
];

export const KEY_HEADERS = [
  { name: 'X-API-Key', text: 'key' },
  { name: 'X-API-Timestamp', text: 'timestamp' },
  { name: 'X-API-Nonce', text: 'nonce' },
  { name: 'X-API-Signature', text: 'signature' },
] as const;

const ORDER = '{"pair":"XMR-BTC","type":"LIMIT","operation":"BUY","price":"0.0037","quantity":"0.1"}';

/** For any POSIX shell. @param base without a trailing slash. */
export const curlExample = (base: string): string => String.raw`# export KEY=… SECRET=…
signed() {
  method=$1 target=$2 body=$3
  timestamp="$(date +%s)000"
  nonce=$(openssl rand -hex 16)
  signature=$(printf '%s\n%s\n%s\n%s\n%s' "$timestamp" "$nonce" "$method" "$target" "$body" |
    openssl dgst -sha256 -hmac "$SECRET" | sed 's/.*= *//')
  curl -sS -X "$method" "${base}$target" \
    -H "X-API-Key: $KEY" -H "X-API-Timestamp: $timestamp" \
    -H "X-API-Nonce: $nonce" -H "X-API-Signature: $signature" \
    -H 'Content-Type: application/json' --data-raw "$body"
  echo
}

signed GET '/order/orders?pair=XMR-BTC&limit=5' ''
signed POST /order/orders/limit '${ORDER}'`;

const NODE_HEADERS = String.raw`import { createHmac, randomUUID } from 'node:crypto';

const { KEY, SECRET } = process.env;

function headersOf(method, target, body = '') {
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  const lines = [timestamp, nonce, method, target, body].join('\n');
  return {
    'X-API-Key': KEY,
    'X-API-Timestamp': timestamp,
    'X-API-Nonce': nonce,
    'X-API-Signature': createHmac('sha256', SECRET).update(lines).digest('hex'),
  };
}`;

/** For Node, without any package. @param base without a trailing slash. */
export const nodeExample = (base: string): string => `${NODE_HEADERS}

async function signed(method, target, body) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = await fetch('${base}' + target, {
    method,
    headers: { ...headersOf(method, target, text), 'Content-Type': 'application/json' },
    body: text === '' ? undefined : text,
  });
  return answer.json();
}

console.log(JSON.stringify(await signed('GET', '/order/orders?pair=XMR-BTC&limit=5')));
const order = ${ORDER};
console.log(JSON.stringify(await signed('POST', '/order/orders/limit', order)));`;

/** For Node with the package ws. @param base without a trailing slash. */
export const socketExample = (base: string): string => `import { WebSocket } from 'ws';
${NODE_HEADERS}

const target = '/socket/ws';
const url = '${base.replace(/^http/, 'ws')}' + target;
const socket = new WebSocket(url, { headers: headersOf('GET', target) });
socket.on('open', () => socket.send('{"type":"subscribe_account"}'));
socket.on('message', (frame) => console.log(String(frame)));`;
