import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { armor } from '../../../src/domain/slatepack/armor.ts';
import { writeEnvelope } from '../../../src/domain/slatepack/envelope.ts';
import { decryptAge, encryptAge, type Opening } from '../../../venue/grin/age.ts';
import { createIdentity } from '../../../venue/grin/identity.ts';
import { LONGEST_MESSAGE, unpack } from '../../../venue/grin/pack.ts';

describe('the cost of a slatepack (LOAD-06)', () => {
  const identity = createIdentity(randomBytes(32));
  const { opening } = identity;
  const plain = randomBytes(300);

  /** A file that names its recipient this many times. */
  function namedTimes(count: number): Uint8Array {
    const text = Buffer.from(encryptAge(plain, opening.publicKey)).toString('latin1');
    const [from, to] = [text.indexOf('-> X25519'), text.indexOf('---')];
    return Buffer.from(text.slice(0, from) + text.slice(from, to).repeat(count) + text.slice(to), 'latin1');
  }

  function countedDecryption(file: Uint8Array): { readonly agreements: number; readonly plain: unknown } {
    let agreements = 0;
    const counted: Opening = {
      get secret() {
        agreements += 1;
        return opening.secret;
      },
      publicKey: opening.publicKey,
    };
    const opened = decryptAge(file, counted);
    return { agreements, plain: opened };
  }

  it('one recipient costs one key agreement, two cost two', () => {
    expect(countedDecryption(namedTimes(1))).toEqual({ agreements: 1, plain: new Uint8Array(plain) });
    // The header was changed, so that it is not accepted.
    expect(countedDecryption(namedTimes(2))).toEqual({ agreements: 2, plain: null });
  });

  it('a message longer than one part of the file is encrypted completely', () => {
    const long = randomBytes(3 * 65_536 + 1);
    expect(decryptAge(encryptAge(long, opening.publicKey), opening)).toEqual(new Uint8Array(long));
  });

  it.each([3, 81])('%i recipients cost none', (count) => {
    expect(countedDecryption(namedTimes(count))).toEqual({ agreements: 0, plain: null });
  });

  it('a message that is too long is not read', () => {
    const message = armor(writeEnvelope({ isEncrypted: true, sender: null, payload: randomBytes(12_000) }));
    expect(message.length).toBeGreaterThan(LONGEST_MESSAGE);
    expect(unpack(message, identity)).toMatchObject({ ok: false, code: 'TOO_LARGE' });
    expect(unpack(message.slice(0, LONGEST_MESSAGE), identity)).not.toMatchObject({ code: 'TOO_LARGE' });
  });
});
