import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { and, fromCallback, fromPromise, setup, type AnyStateMachine } from 'xstate';
import { MACHINES } from '../../tools/inspector/machines.ts';
import { allTransitions } from '../../tools/inspector/transitions.ts';
import { catalogue } from '../models/catalogue.ts';
import { WITHOUT_SCREEN } from '../../tools/report/results.ts';
import { faultsOf } from './tools/machines.ts';
import { filesBelow, scriptsBelow } from './tools/sources.ts';

const machines = filesBelow('src/machines')
  .filter((file) => file.endsWith('.machine.ts'))
  .map((file) => path.basename(file, '.machine.ts'));

describe('the catalogue of charts', () => {
  it('has one entry for every machine under src/machines', () => {
    expect(catalogue.map(({ name }) => name).sort()).toEqual(machines.sort());
  });

  it('and so has everything shown at /__machines and replayed', () => {
    expect([...MACHINES.keys()].sort()).toEqual(machines.sort());
    const shown = (machine: AnyStateMachine | undefined): string[] =>
      machine ? allTransitions(machine) : [];
    for (const { name, machine } of catalogue)
      expect(shown(MACHINES.get(name)), name).toEqual(shown(machine));
  });

  it('has every chart walked on its screen, or excepted with a reason', () => {
    const walks = scriptsBelow('tests').filter(({ text }) => /\bwalkScreen\(/.test(text));
    const unwalked = catalogue
      .map(({ name }) => name)
      .filter((name) => !walks.some(({ text }) => new RegExp(`\\b${name}Model\\b`).test(text)));
    expect(unwalked).toEqual(Object.keys(WITHOUT_SCREEN));
  });

  it('names every chart by its own id, and every id once', () => {
    expect(catalogue.map(({ machine }) => machine.id)).toEqual(catalogue.map(({ name }) => name));
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
  });
});

describe('how a chart is written', () => {
  it.each(catalogue.map(({ name, machine }) => [name, machine] as const))(
    '%s keeps the rules',
    (_name, machine) => {
      expect(faultsOf(machine)).toEqual([]);
    },
  );
});

describe('what a view sends', () => {
  /** Every event that some state of a chart of this feature handles. */
  const handled = new Map<string, Set<string>>();
  for (const file of filesBelow('src/machines').filter((one) => one.endsWith('.machine.ts'))) {
    const feature = file.split('/').at(-2) ?? '';
    const known = handled.get(feature) ?? new Set<string>();
    const chart = catalogue.find(({ name }) => name === path.basename(file, '.machine.ts'));
    for (const event of chart?.machine.events ?? []) known.add(event);
    handled.set(feature, known);
  }
  const views = scriptsBelow('src/ui');
  /** The features whose charts a folder of views imports: hooks pass on the actor's own `send`. */
  const imported = (folder: string): readonly string[] =>
    views
      .filter(({ path: file }) => path.dirname(file) === `src/ui/${folder}`)
      .flatMap(({ text }) => [...text.matchAll(/machines\/(\w+)\//g)].map(([, feature = '']) => feature));
  const sent = views.flatMap(({ path: file, text }) => {
    const folders = [...text.matchAll(/'\.\.\/(\w+)\//g)].map(([, folder = '']) => folder);
    const features = [path.basename(path.dirname(file)), ...folders].flatMap(imported);
    const events = [...text.matchAll(/\bsend\(\{\s*type: '([^']+)'/g)].map(([, event = '']) => event);
    return events.map((event) => ({
      file,
      event,
      features: [...features, 'app', 'resource', 'shared', 'socket'],
    }));
  });

  it('is handled by a state of a chart of the features that its hooks import', () => {
    const unheard = sent.filter(
      ({ event, features }) => !features.some((feature) => handled.get(feature)?.has(event)),
    );
    expect(unheard.map(({ file, event }) => `${file}: ${event}`)).toEqual([]);
    expect(sent.length).toBeGreaterThan(100);
  });
});

describe('the rules catch what they are for', () => {
  const kit = setup({
    actors: { load: fromPromise(async () => 1), listen: fromCallback(() => undefined) },
    actions: { note: () => undefined },
    guards: { isFine: () => true, isOpen: () => true },
    delays: { patience: 10 },
  });
  const description = 'A state.';
  const target = '#chart.other';

  const good = kit.createMachine({
    id: 'chart',
    description,
    initial: 'loading',
    states: {
      loading: {
        description,
        entry: ['note', { type: 'note' }],
        invoke: [
          { id: 'load', src: 'load', onDone: { target }, onError: { target, actions: 'note' } },
          { id: 'listen', src: 'listen', onError: { target } },
        ],
        after: { patience: { target } },
        on: { 'user.leave': { guard: and(['isFine', 'isOpen']), target }, '*': { target } },
      },
      other: { description },
    },
  });

  it('a good chart has no error', () => {
    expect(faultsOf(good)).toEqual([]);
  });

  const spoiled = (state: object): AnyStateMachine =>
    kit.createMachine({
      id: 'chart',
      description,
      initial: 'loading',
      states: { loading: { description, ...state }, other: { description } },
    });

  it.each<[string, object, RegExp]>([
    ['no description', { description: undefined }, /no description/],
    [
      'an id that is not the src',
      { invoke: { id: 'x', src: 'load', onDone: { target }, onError: { target } } },
      /has the id x/,
    ],
    ['no onError', { invoke: { id: 'listen', src: 'listen' } }, /no onError/],
    ['no onDone of a promise', { invoke: { id: 'load', src: 'load', onError: { target } } }, /no onDone/],
    ['a number as delay', { after: { 500: { target } } }, /has no name/],
    ['an inline action', { entry: () => undefined }, /entry action without a name/],
    ['an inline effect', { on: { 'user.go': { actions: () => undefined } } }, /an action without a name/],
    ['an inline guard', { on: { 'user.go': { guard: () => true, target } } }, /a guard without a name/],
    ['an event in capitals', { on: { USER_GO: { target } } }, /not in dot-case/],
  ])('%s', (_title, state, fault) => {
    expect(faultsOf(spoiled(state)).join('\n')).toMatch(fault);
  });
});
