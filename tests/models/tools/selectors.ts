import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { selectFailure } from '../../../src/machines/shared/common.ts';
import { graphOf, type MachineModel, type SelectorRule } from './model.ts';
import { stableText, valueText } from './explore.ts';

function ruled(rule: SelectorRule, snapshot: AnyMachineSnapshot): unknown {
  const state = valueText(snapshot.value);
  if (rule instanceof RegExp) return rule.test(state);
  if (typeof rule === 'function') return rule(snapshot.context as never, state);
  if ('context' in rule) return (snapshot.context as Readonly<Record<string, unknown>>)[rule.context];
  return rule.find(([at]) => at.test(state))?.[1];
}

/** Judges every selector and tag in every reachable state. A rule that never varies proves nothing. */
export function testSelectors<M extends AnyStateMachine>(model: MachineModel<M>): void {
  const { tags = {}, selectors: { from, rules } = { from: {}, rules: {} } } = model;
  describe(`selectors of ${model.name}`, () => {
    const snapshots = model.variants.flatMap((variant) => [...graphOf(model, variant).states.values()]);
    const selectors = 'selectFailure' in rules ? { ...from, selectFailure } : from;

    it('has a rule for each selector', () => {
      const selecting = Object.keys(selectors).filter((name) => typeof selectors[name] === 'function');
      expect(Object.keys(rules).sort()).toEqual(selecting.sort());
    });

    it.each(Object.keys(rules))('%s', (name) => {
      const rule = rules[name] ?? [];
      const select = selectors[name] as (snapshot: SnapshotFrom<M>) => unknown;
      const seen = new Set<string>();
      for (const snapshot of snapshots) {
        const wanted = ruled(rule, snapshot);
        expect(select(snapshot as SnapshotFrom<M>), `in ${valueText(snapshot.value)}`).toEqual(wanted);
        seen.add(stableText(wanted));
      }
      expect(seen.size).toBeGreaterThan(1);
    });

    it('has its tags in just these states', () => {
      for (const { value, tags: found } of snapshots) {
        const state = valueText(value);
        const wanted = Object.keys(tags).filter((tag) => tags[tag]?.test(state));
        expect([...found].sort(), `in ${state}`).toEqual(wanted.sort());
      }
    });
  });
}
