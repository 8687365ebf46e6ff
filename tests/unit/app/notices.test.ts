import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { noticesMachine } from '../../../src/machines/notices/index.ts';

describe('messages', () => {
  it('are kept, at most 20 (spec 1 §9); the oldest gives way', () => {
    const notices = createActor(noticesMachine).start();
    for (let count = 1; count <= 25; count += 1) {
      notices.send({ type: 'toast.said', toast: { kind: 'error', key: 'toast.wait', values: { count } } });
    }
    const { toasts } = notices.getSnapshot().context;
    expect(toasts.map(({ values }) => values?.['count'])).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 6),
    );
    expect(new Set(toasts.map(({ id }) => id)).size).toBe(20);
  });
});
