import type { ChainState } from '../coins/chain.ts';
import type { Client } from '../coins/post.ts';
import type { ChainReader, OwnOutput } from './port.ts';

/** Outputs that a payment can be chosen from. */
const MAX_OUTPUTS = 500;

/** Outputs of deposits and change, as deep as a deposit must be (CHAIN-12). */
export async function ownOutputs(
  client: Client,
  { coin, ownAddress }: ChainReader,
  { height, required }: ChainState,
): Promise<OwnOutput[]> {
  if (ownAddress === undefined) return [];
  const { rows } = await client.query<OutputRow>(
    `select p.tx_hash, p.output, p.address, p.amount, a.number from payments p
       left join deposit_addresses a on a.coin = p.coin and a.address = p.address
     where p.coin = $1 and p.height <= $2 and (a.number is not null or p.address = $3) and not p.is_spent
       and not exists (select from chain_inputs i where i.coin = p.coin and i.input = p.tx_hash || ':' || p.output)
     order by p.amount desc limit $4`,
    [coin, height - required + 1, ownAddress, MAX_OUTPUTS],
  );
  return rows.map(outputOf);
}

/** Outputs that a stored transaction spends. */
export async function outputsSpentBy(client: Client, coin: string, txHash: string): Promise<SpentOutput[]> {
  const { rows } = await client.query<OutputRow & { is_on_chain: boolean }>(
    `select p.tx_hash, p.output, p.address, p.amount, a.number, p.height is not null as is_on_chain from chain_inputs i
       join payments p on p.coin = i.coin and p.tx_hash = split_part(i.input, ':', 1)
         and p.output::text = split_part(i.input, ':', 2)
       left join deposit_addresses a on a.coin = p.coin and a.address = p.address
     where i.coin = $1 and i.tx_hash = $2 order by p.tx_hash, p.output`,
    [coin, txHash],
  );
  return rows.map((row) => ({ ...outputOf(row), isOnChain: row.is_on_chain }));
}

export interface SpentOutput extends OwnOutput {
  /** False where its block was lost. */
  readonly isOnChain: boolean;
}

interface OutputRow extends Record<'tx_hash' | 'address' | 'amount', string> {
  readonly output: number;
  readonly number: string | null;
}

const outputOf = ({ tx_hash: txHash, output, address, amount, number }: OutputRow): OwnOutput => ({
  txHash,
  output,
  address,
  amount: BigInt(amount),
  number: number === null ? null : BigInt(number),
});
