import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { addr } from 'micro-eth-signer';
import { transferData } from '../../scripts/anvil.ts';
import { balanceCall } from '../../venue/chains/evm/transactions.ts';
import { readBlock } from '../../venue/chains/bitcoin/blocks.ts';
import { bitcoinAddress, scriptOfAddress } from '../../venue/chains/bitcoin/reader.ts';

/** What a stranger sees and does on the nodes of a sandbox, without the venue. */
export interface Outside {
  /** One that was never paid. */
  newAddress(): Promise<string>;
  /** Smallest parts of each payment that the address has got in blocks; of an account, their sum. */
  paidTo(address: string): Promise<bigint[]>;
  pay(address: string, parts: bigint): Promise<void>;
}

type Call = (method: string, params: unknown) => Promise<unknown>;

const rpc =
  (url: string): Call =>
  async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } | null };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };

/** @param folder of the venue. */
export function outsideOf(folder: string): Readonly<Record<string, Outside>> {
  const text = readFileSync(path.join(folder, 'regtest', 'settings'), 'utf8');
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  return {
    AVAX: evm(rpc(setting('CHAIN_AVAX_URL')), null),
    USDT: evm(rpc(setting('CHAIN_USDT_URL')), setting('CHAIN_USDT_TOKEN')),
    BTC: bitcoin(rpc(setting('CHAIN_BTC_URL'))),
    XMR: monero(rpc(`${setting('CHAIN_XMR_PAYER_URL')}/json_rpc`)),
  };
}

function evm(call: Call, token: string | null): Outside {
  return {
    newAddress: async () => addr.random().address,
    async paidTo(address) {
      const got =
        token === null
          ? await call('eth_getBalance', [address, 'latest'])
          : await call('eth_call', [{ to: token, data: balanceCall(address) }, 'latest']);
      const sum = BigInt(String(got));
      return sum === 0n ? [] : [sum];
    },
    async pay(address, parts) {
      const [from = ''] = (await call('eth_accounts', [])) as string[];
      const data = transferData([[address, parts]]);
      const order =
        token === null ? { from, to: address, value: `0x${parts.toString(16)}` } : { from, to: token, data };
      await call('eth_sendTransaction', [order]);
    },
  };
}

function bitcoin(call: Call): Outside {
  return {
    async newAddress() {
      const { publicKey } = HDKey.fromMasterSeed(crypto.getRandomValues(new Uint8Array(32)));
      return bitcoinAddress(publicKey ?? new Uint8Array());
    },
    async paidTo(address) {
      const script = bytesToHex(scriptOfAddress(address));
      const top = Number(await call('getblockcount', []));
      const found: bigint[] = [];
      for (let height = 433; height <= top; height += 1) {
        const hash = await call('getblockhash', [height]);
        const { transactions } = readBlock(hexToBytes(String(await call('getblock', [hash, false]))));
        for (const { outputs } of transactions)
          for (const output of outputs) if (bytesToHex(output.script) === script) found.push(output.value);
      }
      return found;
    },
    async pay(address, parts) {
      await call('paytoscript', [bytesToHex(scriptOfAddress(address)), Number(parts)]);
    },
  };
}

function monero(call: Call): Outside {
  return {
    async newAddress() {
      return ((await call('create_address', { account_index: 0 })) as { address: string }).address;
    },
    async paidTo(address) {
      await call('refresh', {});
      const { in: incoming = [] } = (await call('get_transfers', { in: true })) as {
        in?: { address: string; amount: number }[];
      };
      return incoming.filter((one) => one.address === address).map(({ amount }) => BigInt(amount));
    },
    async pay(address, parts) {
      await call('refresh', {});
      await call('transfer', { destinations: [{ address, amount: String(parts) }] });
    },
  };
}
