import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../tools/inspector/recorder.ts';
import { readRecording } from '../../tools/inspector/recording.ts';
import { replay } from '../../tools/inspector/replay.ts';
import { watchActors } from '../../tools/inspector/watchActors.ts';
import { catalogue } from './catalogue.ts';
import { graphOf, type MachineModel } from './tools/model.ts';
import { tours } from './tools/paths.ts';
import { specTable } from './tools/spec.ts';
import { walk } from './tools/walk.ts';

/** Per variant; more find nothing new and take longer. */
const MAX_TOURS = 6;

async function record(model: MachineModel) {
  let now: () => number = () => 0;
  const texts: string[] = [];
  for (const variant of model.variants) {
    const { key } = model;
    const graph = graphOf(model, variant);
    for (const path of tours(graph).slice(0, MAX_TOURS)) {
      const sut = variant.sut();
      ({ now } = sut.clock);
      const recorder = createRecorder(() => now(), 0);
      const stop = watchActors(recorder.see);
      const report = await walk(path, {
        graph,
        key,
        spec: specTable(model.requirements),
        sut: () => sut,
        taken: new Set(),
      });
      stop();
      expect(report.error).toBeUndefined();
      const { actors, ...rest } = recorder.recording();
      // Children of a walked machine are stand-ins.
      const own = actors.filter(({ machine }) => machine === model.name);
      texts.push(JSON.stringify({ ...rest, actors: own }));
    }
  }
  return texts;
}

describe('a recording is replayed', () => {
  it.each(catalogue.map((entry) => [entry.name, entry] as const))('%s', async (name, model) => {
    const texts = await record(model);
    const replays = texts.map((text) => replay(readRecording(text)));
    expect(replays.flatMap(({ divergences }) => divergences)).toEqual([]);
    expect(replays.some(({ events }) => events > 0)).toBe(name !== 'countdown');
  });
});
