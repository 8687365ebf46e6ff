import { describe, expect, it } from 'vitest';
import { maskFact } from '../../../src/app/inspectionMask.ts';

const SECRETS = [
  'hunter2-Password',
  '123456',
  'JBSWY3DPEHPK3PXP',
  'trader@example.org',
  '1234.56789012',
  'BEGINSLATEPACK.',
];
const [password, code, secret, email, balance, slatepack] = SECRETS;

const leaks = (fact: object): string[] =>
  SECRETS.filter((text) => JSON.stringify(maskFact(fact)).includes(text));

describe('what the inspector is shown', () => {
  it('holds no secret of an event, whatever its name and depth', () => {
    expect(
      leaks({
        type: '@xstate.event',
        sessionId: 'x:1',
        event: {
          type: 'user.submit',
          credentials: { email, password, code, captchaToken: secret },
          list: [balance, [slatepack, { deep: { deeper: password } }]],
          value: balance,
          name: email,
          id: slatepack,
        },
      }),
    ).toEqual([]);
  });

  it('holds no secret of a context, an input, an output or an error', () => {
    expect(
      leaks({
        type: '@xstate.snapshot',
        event: { type: 'xstate.done.actor.signIn', output: { answer: { value: { user: { email } } } } },
        snapshot: {
          status: 'active',
          value: { form: 'editing' },
          context: { session: { user: { email } }, available: balance, error: new Error(password) },
          input: { password, code },
          output: { secret },
          children: { one: { snapshot: { context: slatepack } } },
        },
      }),
    ).toEqual([]);
  });

  it('still shows which actor did what, and in which state it is', () => {
    expect(
      maskFact({
        type: '@xstate.snapshot',
        sessionId: 'x:1',
        createdAt: '2026-11-21',
        event: { type: 'user.submit', password },
        snapshot: {
          status: 'active',
          value: { form: 'submitting' },
          context: { tries: 2, isNew: true, email },
        },
      }),
    ).toEqual({
      type: '@xstate.snapshot',
      sessionId: 'x:1',
      createdAt: '2026-11-21',
      event: { type: 'user.submit', password: '‹text›' },
      snapshot: {
        status: 'active',
        value: { form: 'submitting' },
        context: { tries: 2, isNew: true, email: '‹text›' },
      },
    });
  });
});

it('shows no ID of a server in the name of an actor or in what ended one', () => {
  const id = '81734';
  const type = `xstate.done.actor.orderCancellation.${id}`;
  expect(maskFact({ name: `orderCancellation.${id}`, event: { type } })).toEqual({
    name: 'orderCancellation.‹id›',
    event: { type: 'xstate.done.actor.orderCancellation.‹id›' },
  });
  const shown = [
    'user.cancel',
    'xstate.after.lookPause.withdrawal.form',
    'xstate.done.actor.0.app.form',
    'xstate.done.state.app.form',
  ];
  for (const one of shown) expect(maskFact({ event: { type: one } }).event.type).toBe(one);
});

it('masks keys that are IDs of a server, and keeps those of the program', () => {
  const results = {
    '0f8a1c52-77aa-4a0e-9d51-0c2f1b3e4d5a': 'closed',
    '81734': 'closed',
    low24h: 1,
    user_id: 2,
  };
  const masked = maskFact({ snapshot: { context: { results } } });
  expect(masked.snapshot.context.results).toEqual({
    '‹key 1›': '‹text›',
    '‹key 2›': '‹text›',
    low24h: 1,
    user_id: 2,
  });
});

it('ends at the eighth level, and takes a snapshot that is no object', () => {
  const nested = (depth: number): object => (depth === 0 ? { count: 1 } : { in: nested(depth - 1) });
  const shown = (depth: number) => JSON.stringify(maskFact({ event: nested(depth) }));
  expect([shown(6).includes('‹deeper›'), shown(7).includes('"count":1')]).toEqual([false, true]);
  expect(shown(8)).toContain('‹deeper›');
  expect(maskFact({ snapshot: null })).toEqual({ snapshot: null });
  expect(maskFact({ snapshot: 'a secret' })).toEqual({ snapshot: '‹text›' });
});
