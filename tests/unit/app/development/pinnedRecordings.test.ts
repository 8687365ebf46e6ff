import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../src/app/development/recording.ts';
import { replay } from '../../../../src/app/development/replay.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../replays');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

describe('recordings that were pinned replay to the same states', () => {
  it.each(files)('%s', (file) => {
    const recording = readRecording(readFileSync(path.join(FOLDER, file), 'utf8'));
    const { divergences, events, judged } = replay(recording);
    expect(divergences).toEqual([]);
    expect(events).toBeGreaterThan(0);
    expect(judged).toBeGreaterThan(0);
  });

  it('there are some', () => {
    expect(files.length).toBeGreaterThan(0);
  });
});
