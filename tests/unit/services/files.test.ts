import { describe, expect, it } from 'vitest';
import { createFiles } from '../../../src/services/files.ts';

describe('a file', () => {
  it('is saved by a link that is followed and gone, and let go of later', async () => {
    const does: string[] = [];
    const later: (() => void)[] = [];
    const blobs: Blob[] = [];
    const link = {
      click: () => does.push(`click ${JSON.stringify(link)}`),
      remove: () => does.push('remove'),
    };
    const window = {
      document: {
        createElement: (tag: string) => Object.assign(link, { tag }),
        body: { append: () => does.push('append') },
      },
      URL: {
        createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
        revokeObjectURL: (url: string) => does.push(`revoke ${url}`),
      },
      Blob,
      setTimeout: (run: () => void, wait: number) => {
        does.push(`wait ${wait}`);
        later.push(run);
      },
    };
    await createFiles(window as unknown as Window & typeof globalThis).save('a.csv', 'text/csv', 'x,y');
    const followed = { tag: 'a', href: 'blob:1', download: 'a.csv', hidden: true };
    expect(JSON.parse(does[1]?.replace('click ', '') ?? '')).toEqual(followed);
    expect(does.toSpliced(1, 1)).toEqual(['append', 'remove', 'wait 10000']);
    expect([blobs[0]?.type, await blobs[0]?.text()]).toEqual(['text/csv', 'x,y']);
    for (const run of later) run();
    expect(does.at(-1)).toBe('revoke blob:1');
  });
});
