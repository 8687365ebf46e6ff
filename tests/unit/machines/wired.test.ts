import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { MACHINES } from '../../../tools/inspector/machines.ts';
import type { App } from '../../../src/machines/app/app.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../src/machines');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.actors.ts'),
);

/** An app that has everything one asks it for: whatever it is asked, it answers with the same again. */
const everything: object = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : everything),
  apply: () => everything,
});

/** They save files, for which they take the window of the page. */
const NEED_WINDOW = new Set(['provideTwoFactor', 'provideHistoryExport', 'provideSolvency']);

type Parts = Readonly<Record<string, unknown>>;
const partsOf = ({ implementations: { actors, actions } }: AnyStateMachine): Parts => ({
  ...actors,
  ...actions,
});
/** Whether it only reports that something is missing. An actor's logic keeps its function. */
function isPlaceholder(part: unknown): boolean {
  const inner = typeof part === 'function' ? part : (part as { readonly config?: unknown }).config;
  try {
    if (typeof inner === 'function') inner({ self: { id: '' } });
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('not wired: ');
  }
}

const provided = await Promise.all(
  files.map(async (file) => {
    const parts = (await import(/* @vite-ignore */ path.join(FOLDER, file))) as Record<string, unknown>;
    return Object.entries(parts).flatMap(([name, part]) =>
      name.startsWith('provide') ? [[name, part as (app: App) => unknown] as const] : [],
    );
  }),
);

describe('what the app gives to a machine', () => {
  it.each(provided.flat().filter(([name]) => !NEED_WINDOW.has(name)))(
    '%s: everything that it lacks by itself',
    (_name, provide) => {
      const machine = provide(everything as App) as AnyStateMachine;
      const bare = partsOf(MACHINES.get(machine.id) as AnyStateMachine);
      const lacking = Object.keys(bare).filter((name) => isPlaceholder(bare[name]));
      const given = partsOf(machine);
      expect(lacking.filter((name) => given[name] === bare[name])).toEqual([]);
    },
  );

  it('is much, of many', () => {
    expect(provided.flat().length).toBeGreaterThan(20);
    const all = [...MACHINES.values()].flatMap((machine) => Object.values(partsOf(machine)));
    expect(all.filter(isPlaceholder).length).toBeGreaterThan(50);
  });

  it.each([
    ['provideSessionList', 'invalidateList', ['sessions']],
    ['provideSlatepackDeposit', 'invalidateDeposits', ['deposits']],
    ['provideRefundAddress', 'invalidateList', ['refundAddresses']],
    ['provideWithdrawal', 'refreshOwnReads', ['balances', 'withdrawals']],
  ])('%s: %s has %j read again', (name, action, reads) => {
    const outdated: unknown[] = [];
    const resources = { invalidate: (read: unknown) => void outdated.push(read) };
    const app = new Proxy(everything, {
      get: (_target, part) => (part === 'resources' ? resources : everything),
    });
    const [, provide] = provided.flat().find(([one]) => one === name) ?? [];
    const act = partsOf(provide?.(app as App) as AnyStateMachine)[action] as () => void;
    act();
    expect(outdated).toEqual(reads);
  });
});
