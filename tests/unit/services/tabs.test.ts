import { afterEach, describe, expect, it } from 'vitest';
import { createSessionStore } from '../../../src/services/sessionStore.ts';
import { createTabs, openChannel, type TabNews } from '../../../src/services/tabs.ts';
import { someUser } from '../../samples.ts';

const session = { user: someUser(), expiresAt: 1_800_000_000_000 };

class Channel extends EventTarget {
  static readonly open = new Set<Channel>();
  constructor() {
    super();
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
    }
  }
}

/** Tabs share the storage; all but the writer get an event. */
function openBrowser(hasChannels: boolean) {
  const kept = new Map<string, string>();
  const windows = new Set<EventTarget>();
  return () => {
    const target = new EventTarget();
    windows.add(target);
    const changed = (key: string): void => {
      for (const other of windows) {
        if (other !== target) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
      }
    };
    const store = createSessionStore({
      keys: () => [...kept.keys()],
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => {
        if (kept.get(key) === value) return;
        kept.set(key, value);
        changed(key);
      },
      remove: (key) => {
        if (kept.delete(key)) changed(key);
      },
    });
    const tabs = createTabs({ window: target as Window, store, channel: hasChannels ? new Channel() : null });
    const heard: TabNews[] = [];
    return { store, tabs, heard, stop: tabs.listen((message) => heard.push(message)), target };
  };
}

afterEach(() => Channel.open.clear());

describe('the tabs of one browser', () => {
  it('hear a login and a logout by the channel', () => {
    const open = openBrowser(true);
    const [one, two] = [open(), open()];
    one.tabs.tell({ type: 'signedIn', session });
    one.tabs.tell({ type: 'signedOut', session });
    two.tabs.tell({ type: 'sessionEnded', session });
    expect(two.heard).toEqual([
      { type: 'signedIn', session },
      { type: 'signedOut', session },
    ]);
    expect(one.heard).toEqual([{ type: 'sessionEnded', session }]);
  });

  it.each([true, false])(
    'do not guess why a session is gone (SESSION-17); with a channel: %s',
    (hasChannels) => {
      const open = openBrowser(hasChannels);
      const [one, two] = [open(), open()];
      one.store.write(session);
      one.store.clear(session);
      expect(two.heard.at(-1)).toEqual({ type: 'sessionGone' });
    },
  );

  it('receive them by the storage alone', () => {
    const open = openBrowser(false);
    const [one, two] = [open(), open()];
    one.store.write(session);
    expect(two.heard.at(-1)).toEqual({ type: 'signedIn', session });
    one.store.clear(session);
    expect(two.heard.at(-1)).toEqual({ type: 'sessionGone' });
    // A half-written login was not removed.
    expect(two.heard[0]).toEqual({ type: 'sessionGone' });
  });

  it('hear that everything was removed', () => {
    const one = openBrowser(false)();
    one.target.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    expect(one.heard).toEqual([{ type: 'sessionGone' }]);
  });

  it('do not care for other keys', () => {
    const one = openBrowser(false)();
    one.target.dispatchEvent(Object.assign(new Event('storage'), { key: 'chart_interval' }));
    expect(one.heard).toEqual([]);
  });

  it.each([
    undefined,
    null,
    'signedOut',
    {},
    { type: 'x' },
    { type: 'signedIn' },
    { type: 'signedOut' },
    { type: 'signedIn', session: {} },
  ])('do not trust messages of another version of the product: %j', (data) => {
    const one = openBrowser(true)();
    for (const channel of Channel.open) channel.dispatchEvent(new MessageEvent('message', { data }));
    expect(one.heard).toEqual([]);
  });

  it('hear nothing after they stopped', () => {
    const open = openBrowser(true);
    const [one, two] = [open(), open()];
    two.stop();
    one.tabs.tell({ type: 'signedOut', session });
    one.store.write(session);
    expect(two.heard).toEqual([]);
  });
});

describe('CALL-18 the channel', () => {
  it('is none where the browser has none, or refuses one', () => {
    const refusing = function refuse(): never {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    expect(openChannel(refusing as unknown as typeof BroadcastChannel)).toBeNull();
    const channel = openChannel(BroadcastChannel);
    expect(channel).not.toBeNull();
    channel?.close();
  });
});
