import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  hashOfWords,
  newRecoveryWords,
  placesToConfirm,
  recoveryKeyIn,
} from '../../../src/domain/recoveryKey.ts';

/** A published vector of BIP 39. */
const ZERO = `${'abandon '.repeat(23)}art`;

describe('recovery keys (FORGOT-01)', () => {
  it('have 24 words, and are never the same', () => {
    const keys = Array.from({ length: 20 }, newRecoveryWords);
    expect(new Set(keys.map((words) => words.join(' '))).size).toBe(20);
    for (const words of keys) expect(words).toHaveLength(24);
  });

  it('are read back as 32 bytes, of which the hash is that of a server', () => {
    expect(recoveryKeyIn(ZERO)).toBe('00'.repeat(32));
    const words = newRecoveryWords();
    const key = recoveryKeyIn(words.join(' '));
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const hash = createHash('sha256')
      .update(Buffer.from(key ?? '', 'hex'))
      .digest('hex');
    expect(hashOfWords(words)).toBe(hash);
  });

  it.each([
    [ZERO.toUpperCase()],
    [
      ZERO.split(' ')
        .map((word, at) => `${at + 1}. ${word}`)
        .join('\n'),
    ],
    [`  ${ZERO.replaceAll(' ', ',\u00A0')} `],
  ])('case, numbers and separators between the words do not matter: %j', (typed) => {
    expect(recoveryKeyIn(typed)).toBe('00'.repeat(32));
  });

  it.each([
    [''],
    ['abandon'],
    ['abandon '.repeat(24)],
    [ZERO.replace('art', 'rat')],
    [`${ZERO} art`],
    // Of twelve words: a key of another kind.
    [`${'abandon '.repeat(11)}about`],
  ])('anything else is none: %j', (typed) => {
    expect(recoveryKeyIn(typed)).toBeNull();
  });

  it('are asked for by one word of each third', () => {
    for (let round = 0; round < 50; round += 1) {
      const places = placesToConfirm();
      expect(places.map((place) => Math.floor(place / 8))).toEqual([0, 1, 2]);
    }
  });
});
