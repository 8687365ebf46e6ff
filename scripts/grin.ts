// `npm run grin`: makes and verifies GRIN range proofs, so that they can be held against another library.
//   npm run grin -- prove <value> <blind>          value in nanogrin, blind 64 hex digits; prints commitment and proof
//   npm run grin -- verify <commitment> <proof>    66 and 1,350 hex digits
//   npm run grin -- verify <file>                  a file of such lines
// A verdict a line; exits with 1 where a proof is false, 2 for what cannot be read.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { commit, commitmentBytes, numberOf } from '../venue/grin/curve.ts';
import { makeRangeProof, verifyRangeProof } from '../venue/grin/rangeProof/rangeProof.ts';

const USAGE = `Usage: npm run grin -- prove <value> <blind>
       npm run grin -- verify <commitment> <proof>
       npm run grin -- verify <file>`;

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function bytesOf(name: string, text: string, length: number): Uint8Array {
  if (!/^[0-9a-f]*$/i.test(text) || text.length !== 2 * length)
    fail(`The ${name} must have ${2 * length} hex digits, and "${text.slice(0, 80)}" has not.`);
  return hexToBytes(text.toLowerCase());
}

function prove(amount: string, blind: string) {
  if (!/^\d+$/.test(amount)) fail(`The value must be a whole number of nanogrin, not "${amount}".`);
  const secret = { value: BigInt(amount), blinding: numberOf(bytesOf('blind', blind, 32)) };
  const [rewindNonce, privateNonce] = [randomBytes(32), randomBytes(32)];
  try {
    const proof = makeRangeProof({ ...secret, rewindNonce, privateNonce });
    console.log(bytesToHex(commitmentBytes(commit(secret.value, secret.blinding))), bytesToHex(proof));
  } catch (error) {
    fail(error instanceof Error ? `No proof: ${error.message}.` : String(error));
  }
}

function verify(lines: readonly string[]) {
  const verdicts = lines.map((line) => {
    const [commitment = '', proof = ''] = line.trim().split(/\s+/);
    return verifyRangeProof(bytesOf('commitment', commitment, 33), bytesOf('proof', proof, 675));
  });
  for (const verdict of verdicts) console.log(String(verdict));
  process.exit(verdicts.every(Boolean) ? 0 : 1);
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  } catch (error) {
    return fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const [command, first, second, ...rest] = process.argv.slice(2);
if (first === undefined || rest.length > 0) fail(USAGE);
else if (command === 'prove' && second !== undefined) prove(first, second);
else if (command === 'verify') verify(second === undefined ? linesOf(first) : [`${first} ${second}`]);
else fail(USAGE);
