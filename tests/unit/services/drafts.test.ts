import { describe, expect, it } from 'vitest';
import { createDrafts, DRAFTS_KEY } from '../../../src/services/drafts.ts';
import type { Storage } from '../../../src/services/storage.ts';

function memory(): Omit<Storage, 'keys'> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}

describe('drafts', () => {
  it('survive a reload, each box separately', () => {
    const storage = memory();
    createDrafts(storage).write('anna', 'reply.1', 'So far');
    createDrafts(storage).write('anna', 'reply.2', 'And this');
    const drafts = createDrafts(storage);
    expect([
      drafts.read('anna', 'reply.1'),
      drafts.read('anna', 'reply.2'),
      drafts.read('anna', 'x'),
    ]).toEqual(['So far', 'And this', '']);
  });

  it('are not shown to another user, and go when that one writes', () => {
    const storage = memory();
    const drafts = createDrafts(storage);
    drafts.write('anna', 'reply', 'secret');
    expect(drafts.read('bert', 'reply')).toBe('');
    drafts.write('bert', 'other', 'mine');
    expect(storage.kept.get(DRAFTS_KEY)).not.toContain('secret');
    expect(drafts.read('anna', 'reply')).toBe('');
  });

  it('leave nothing behind: emptied one by one, or forgotten', () => {
    const storage = memory();
    const drafts = createDrafts(storage);
    drafts.write('anna', 'a', '1');
    drafts.write('anna', 'b', '2');
    drafts.write('anna', 'a', '');
    expect(drafts.read('anna', 'b')).toBe('2');
    drafts.write('anna', 'b', '');
    expect(storage.kept.size).toBe(0);
    drafts.write('anna', 'a', '1');
    drafts.forget();
    expect(storage.kept.size).toBe(0);
  });

  it('wait for the same user after a session that ended, also through a reload, and for nobody else', () => {
    const storage = memory();
    const drafts = createDrafts(storage);
    drafts.write('anna', 'order', '12');
    drafts.hold();
    createDrafts(storage).settle(null);
    expect(createDrafts(storage).read('anna', 'order')).toBe('12');
    createDrafts(storage).settle('anna');
    expect(drafts.read('anna', 'order')).toBe('12');
    createDrafts(storage).settle(null);
    expect(storage.kept.size).toBe(0);

    drafts.write('anna', 'order', '12');
    drafts.hold();
    drafts.settle('bert');
    expect(storage.kept.size).toBe(0);
    drafts.hold();
    expect(storage.kept.size).toBe(0);
  });

  it.each(['', 'null', '7', '{}', '{"userId":"anna"}', '{"userId":"anna","texts":{"a":1}}', 'not json'])(
    'what others wrote there is no draft: %j',
    (text) => {
      const storage = memory();
      storage.write(DRAFTS_KEY, text);
      const drafts = createDrafts(storage);
      expect(drafts.read('anna', 'a')).toBe('');
      drafts.write('anna', 'a', 'mine');
      expect(drafts.read('anna', 'a')).toBe('mine');
    },
  );

  it('names that objects have of their own are boxes like others', () => {
    const drafts = createDrafts(memory());
    expect(drafts.read('anna', 'constructor')).toBe('');
    drafts.write('anna', 'constructor', 'text');
    expect(drafts.read('anna', 'constructor')).toBe('text');
  });

  it('a text that no browser would store is not stored, and the old one stays', () => {
    const drafts = createDrafts(memory());
    drafts.write('anna', 'a', 'short');
    drafts.write('anna', 'a', 'x'.repeat(600_000));
    expect(drafts.read('anna', 'a')).toBe('short');
  });
});
