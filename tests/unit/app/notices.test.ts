import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { noticesMachine, type NoticesEvent } from '../../../src/machines/app/notices.machine.ts';

type ToastContent = Extract<NoticesEvent, { type: 'toast.said' }>['toast'];

/** Few values, so that many toasts differ in one place only. */
const toast: fc.Arbitrary<ToastContent> = fc.record(
  {
    kind: fc.constantFrom('success' as const, 'error' as const),
    key: fc.constantFrom('toast.wait' as const, 'toast.saved' as const),
    text: fc.constantFrom('once', 'twice'),
    values: fc.constantFrom({ count: 1 }, { count: 2 }),
  },
  { requiredKeys: ['kind', 'key'] },
) as fc.Arbitrary<ToastContent>;

describe('messages', () => {
  it('are kept, at most 20 (NAV-05); the oldest is dropped', () => {
    const notices = createActor(noticesMachine).start();
    for (let count = 1; count <= 25; count += 1) {
      notices.send({ type: 'toast.said', toast: { kind: 'error', key: 'toast.wait', values: { count } } });
    }
    const { toasts } = notices.getSnapshot().context;
    expect(toasts.map(({ values }) => values?.count)).toEqual(Array.from({ length: 20 }, (_, n) => n + 6));
    expect(new Set(toasts.map(({ id }) => id)).size).toBe(20);
  });

  it('are the same only in kind, key, text and values; each counts how often it came', () => {
    fc.assert(
      fc.property(fc.array(toast, { maxLength: 15 }), (said) => {
        const notices = createActor(noticesMachine).start();
        const expected: { readonly name: string; times: number }[] = [];
        const nameOf = ({ kind, key, text, values }: ToastContent): string =>
          JSON.stringify([kind, key, text, values]);
        for (const one of said) {
          notices.send({ type: 'toast.said', toast: one });
          const known = expected.find(({ name }) => name === nameOf(one));
          if (known) known.times += 1;
          else expected.push({ name: nameOf(one), times: 1 });
        }
        const { toasts } = notices.getSnapshot().context;
        expect(toasts.map((kept) => ({ name: nameOf(kept), times: kept.times }))).toEqual(expected);
      }),
    );
  });
});
