import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserClipboard } from '../../../src/services/clipboard/browser.ts';
import { createFiles } from '../../../src/services/files/browser.ts';
import { openChannel } from '../../../src/services/tabs/browser.ts';

afterEach(() => void vi.unstubAllGlobals());

/** An element of a page that notes what is done with it. */
class FakeElement {
  readonly does: string[];
  readonly style = {};
  value = '';
  readOnly = false;
  dialog: FakeElement | null = null;
  constructor(does: string[]) {
    this.does = does;
  }
  setAttribute(name: string, value: string): void {
    this.does.push(`${name}=${value}`);
  }
  closest(): FakeElement | null {
    return this.dialog;
  }
  append(field: FakeElement): void {
    this.does.push(`append ${field.value}`);
  }
  select(): void {
    this.does.push('select');
  }
  setSelectionRange(from: number, to: number): void {
    this.does.push(`select ${from} to ${to}`);
  }
  remove(): void {
    this.does.push('remove');
  }
  focus(options: { preventScroll: boolean }): void {
    this.does.push(`focus ${JSON.stringify(options)}`);
  }
}

/** A page that copies in the way of old, or cannot. */
function oldPage(copies: boolean | 'throws') {
  const does: string[] = [];
  const inBody: string[] = [];
  const focused = new FakeElement(does);
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('document', {
    activeElement: focused,
    body: new FakeElement(inBody),
    createElement: () => new FakeElement(does),
    execCommand: (command: string) => {
      does.push(command);
      if (copies === 'throws') throw new Error('unknown command');
      return copies;
    },
  });
  return { does, inBody, focused };
}

const OLD_WAY = [
  'aria-hidden=true',
  'select',
  'select 0 to 4',
  'copy',
  'remove',
  'focus {"preventScroll":true}',
];

describe('the clipboard', () => {
  it('is the one of the browser where it lets us', async () => {
    const { does } = oldPage(true);
    const written: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });
    expect(await browserClipboard.write('text')).toBe(true);
    expect([written, does]).toEqual([['text'], []]);
  });

  it.each([undefined, { writeText: () => Promise.reject(new Error('not allowed')) }])(
    'is a field of old where there is none, or it refuses; the focus goes back to where it was',
    async (clipboard) => {
      const { does, inBody } = oldPage(true);
      vi.stubGlobal('navigator', { clipboard });
      expect(await browserClipboard.write('text')).toBe(true);
      expect([does, inBody]).toEqual([OLD_WAY, ['append text']]);
    },
  );

  it('stands in the dialog that has the focus', async () => {
    const { does, inBody, focused } = oldPage(true);
    focused.dialog = new FakeElement(does);
    vi.stubGlobal('navigator', {});
    await browserClipboard.write('text');
    expect([does.includes('append text'), inBody]).toEqual([true, []]);
  });

  it.each([false, 'throws'] as const)(
    'says that nothing was copied (%s), and leaves nothing behind',
    async (copies) => {
      const { does } = oldPage(copies);
      vi.stubGlobal('navigator', {});
      expect(await browserClipboard.write('text')).toBe(false);
      expect(does).toEqual(OLD_WAY);
    },
  );
});

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

describe('the channel between tabs', () => {
  it('is there where the browser knows channels, and null elsewhere', () => {
    class Channel {
      readonly name: string;
      constructor(name: string) {
        this.name = name;
      }
    }
    vi.stubGlobal('BroadcastChannel', Channel);
    expect(openChannel()).toEqual(new Channel('quietbook.session'));
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    expect(openChannel()).toBeNull();
  });
});
