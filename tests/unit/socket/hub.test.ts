import { describe, expect, it } from 'vitest';
import { createFrameHub, type ReadingHub } from '../../../src/services/socket/hub.ts';
import { silentLog } from '../../models/tools/ports.ts';

const bookFrame = (pair: string, type = 'orderbook_snapshot'): string =>
  JSON.stringify({ type, pair_symbol: pair, bids: [['1', '2']], asks: [] });

function hubWithNotes(numbersBooks = true): { hub: ReadingHub; notes: string[] } {
  const notes: string[] = [];
  let time = 1000;
  const hub = createFrameHub({
    numbersBooks,
    log: {
      ...silentLog,
      droppedFrame: (count) => notes.push(`dropped ${count}`),
      defect: (where) => notes.push(`defect ${where}`),
    },
    now: () => (time += 1),
  });
  return { hub, notes };
}

describe('the frame hub', () => {
  it('hands a book frame to the listeners of its pair, and to nobody else', () => {
    const { hub } = hubWithNotes();
    const heard: string[] = [];
    hub.onBook('XMR-BTC', (frame) => heard.push(`xmr ${frame.kind}`));
    hub.onBook('GRIN-BTC', (frame) => heard.push(`grin ${frame.kind}`));
    expect(hub.receive(bookFrame('XMR-BTC'))).toBe('snapshot');
    expect(hub.receive(bookFrame('GRIN-BTC', 'orderbook_update'))).toBe('update');
    expect(hub.receive(bookFrame('WOW-BTC'))).toBe('snapshot');
    expect(heard).toEqual(['xmr snapshot', 'grin update']);
  });

  it('gives a number to nobody where the server offers no numbered books: it may mean anything', () => {
    const heard: unknown[] = [];
    for (const numbersBooks of [true, false]) {
      const { hub } = hubWithNotes(numbersBooks);
      hub.onBook('XMR-BTC', ({ sequence, previousSequence, isDelta }) =>
        heard.push([sequence, previousSequence, isDelta]),
      );
      const frame = { type: 'orderbook_update', pair_symbol: 'XMR-BTC', bids: [], asks: [] };
      hub.receive(JSON.stringify({ ...frame, sequence: 7, previous_sequence: 6, delta: true }));
    }
    expect(heard).toEqual([
      [7, 6, true],
      [null, null, true],
    ]);
  });

  it('stops when told to', () => {
    const { hub } = hubWithNotes();
    const heard: string[] = [];
    const stop = hub.onBook('XMR-BTC', () => heard.push('first'));
    hub.onBook('XMR-BTC', () => heard.push('second'));
    stop();
    hub.receive(bookFrame('XMR-BTC'));
    expect(heard).toEqual(['second']);
  });

  it('hands on fees and errors', () => {
    const { hub } = hubWithNotes();
    const heard: unknown[] = [];
    hub.onFees(({ mode, fees }) => heard.push([mode, fees]));
    hub.onError(({ code }) => heard.push(code));
    hub.receive('{"type":"fees_update","fees":{"BTC":{"a":1}}}');
    hub.receive('{"type":"error","code":"UNKNOWN_PAIR","message":"no"}');
    expect(heard).toEqual([['merge', { BTC: { a: 1 } }], 'UNKNOWN_PAIR']);
  });

  it('drops and counts what it cannot read, and does not take it for a sign of good data', () => {
    const { hub, notes } = hubWithNotes();
    for (const text of ['', 'x', '[]', '{}', '{"type":"orderbook_update"}', '{"type":"new thing"}']) {
      expect(hub.receive(text)).toBeNull();
    }
    expect(hub.receive(`{"type":"pong","x":"${'y'.repeat(1_048_576)}"}`)).toBeNull();
    expect(hub.dropped).toBe(7);
    expect(notes.at(-1)).toBe('dropped 7');
    expect(hub.heardAt).toBeNull();
    hub.receive('{"type":"pong"}');
    expect(hub.heardAt).toBe(1001);
  });

  it('a listener that throws does not keep the frame from the others', () => {
    const { hub, notes } = hubWithNotes();
    const heard: string[] = [];
    hub.onBook('XMR-BTC', () => {
      throw new Error('planted');
    });
    hub.onBook('XMR-BTC', () => heard.push('second'));
    hub.receive(bookFrame('XMR-BTC'));
    expect(heard).toEqual(['second']);
    expect(notes).toEqual(['defect frame listener']);
  });
});
