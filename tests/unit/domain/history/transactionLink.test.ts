import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transactionLink } from '../../../../src/domain/history/transfers.ts';

const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('the page of a transaction', () => {
  it.each([
    ['https://mempool.space/tx/{hash}', `https://mempool.space/tx/${HASH}`],
    ['https://explorer.example/?tx={txid}&lang=en', `https://explorer.example/?tx=${HASH}&lang=en`],
    ['https://explorer.example/%s/details', `https://explorer.example/${HASH}/details`],
    ['https://xmrchain.net/tx/', `https://xmrchain.net/tx/${HASH}`],
    ['https://xmrchain.net/tx', `https://xmrchain.net/tx/${HASH}`],
    ['https://explorer.kaspa.org/txs/', `https://explorer.kaspa.org/txs/${HASH}`],
    ['https://explorer.example/search?q=', `https://explorer.example/search?q=${HASH}`],
  ])('of %s', (explorer, link) => expect(transactionLink(explorer, HASH)).toBe(link));

  it.each([
    [null],
    [''],
    ['mempool.space/tx/{hash}'],
    ['https://mempool.space'],
    ['https://mempool.space/'],
    ['http://mempool.space/tx/{hash}'],
    ['javascript:alert(1)//{hash}'],
    ['data:text/html,{hash}'],
    ['https://user:secret@explorer.example/tx/{hash}'],
    ['https://{hash}.example/tx/'],
    ['https://explorer.example{hash}'],
  ])('is not made up from %j', (explorer) => expect(transactionLink(explorer, HASH)).toBeNull());

  it.each([
    [null],
    [''],
    ['short'],
    ['../../logout'],
    ['a/b/c/d/e/f'],
    ['<script>alert(1)'],
    ['x'.repeat(129)],
  ])('is not made up for %j', (hash) =>
    expect(transactionLink('https://explorer.example/tx/{hash}', hash)).toBeNull(),
  );

  it('stays on the host of the explorer, below its path, whatever the hash', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w:-]{8,40}$/)), (hash) => {
        const link = transactionLink('https://explorer.example/tx/{hash}', hash);
        expect(link === null || link.startsWith('https://explorer.example/tx/')).toBe(true);
      }),
    );
  });
});
