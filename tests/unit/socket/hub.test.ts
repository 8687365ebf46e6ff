import { describe, expect, it } from 'vitest';
import { silentLog } from '../../models/tools/ports.ts';
import { textHub } from '../../models/tools/textHub.ts';

describe('the frame hub', () => {
  it('relays fees and errors, until stopped', () => {
    const hub = textHub();
    const heard: unknown[] = [];
    hub.onFees(({ mode, fees }) => heard.push([mode, fees]));
    hub.onError(({ code }) => heard.push(code));
    const stop = hub.onError(() => heard.push('another'));
    stop();
    hub.receive('{"type":"fees_update","fees":{"BTC":{"a":1}}}');
    hub.receive('{"type":"error","code":"UNKNOWN_PAIR","message":"no"}');
    expect(heard).toEqual([['merge', { BTC: { a: 1 } }], 'UNKNOWN_PAIR']);
  });

  it('a listener that throws does not keep the frame from the others', () => {
    const notes: string[] = [];
    const hub = textHub(undefined, { ...silentLog, defect: (where) => void notes.push(where) });
    hub.onError(() => {
      throw new Error('planted');
    });
    hub.onError(() => notes.push('second'));
    hub.receive('{"type":"error"}');
    expect(notes).toEqual(['frame listener', 'second']);
  });
});
