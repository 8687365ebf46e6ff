import { fromCallback } from 'xstate';
import { changedSketches, parseSketches, sketchesText, type SketchChange } from '../../domain/sketch.ts';
import type { Preferences } from '../../services/preferences.ts';
import type { App } from '../app/app.ts';
import {
  sketchesMachine,
  type SketchesContext,
  type SketchesEvent,
  type SketchesInput,
} from './sketches.machine.ts';

export interface SketchesDependencies {
  readonly preferences: Pick<Preferences, 'readSketches' | 'writeSketches' | 'listen'>;
}

export function sketchesImplementations({ preferences }: SketchesDependencies) {
  /** Of each pair, as its actor has it: what it wrote itself is no news to it. */
  const known = new Map<string, string>();
  return {
    actors: {
      kept: fromCallback<SketchesEvent, SketchesInput>(({ input: { pair }, sendBack }) => {
        known.set(pair, '');
        const tell = (): void => {
          const text = preferences.readSketches(pair);
          if (text === known.get(pair)) return;
          known.set(pair, text);
          sendBack({ type: 'sketches.kept', sketches: parseSketches(text) });
        };
        tell();
        return preferences.listen(tell);
      }),
    },
    actions: {
      keep: ({ context: { pair } }: { context: SketchesContext }, change: SketchChange): void => {
        // Another tab may have changed them a moment ago.
        const before = preferences.readSketches(pair);
        const after = sketchesText(changedSketches(parseSketches(before), change));
        if (before === known.get(pair)) known.set(pair, after);
        preferences.writeSketches(pair, after);
      },
    },
  };
}

export const provideSketches = ({ preferences }: App) =>
  sketchesMachine.provide(sketchesImplementations({ preferences }));
