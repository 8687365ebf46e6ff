import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../tools/inspector/recording.ts';
import { replay } from '../../../../tools/inspector/replay.ts';
import { failedWithdrawal } from '../../../replays/failedWithdrawal.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../replays');
const made = await failedWithdrawal();
const pinned = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file, readRecording(readFileSync(path.join(FOLDER, file), 'utf8'))] as const);

describe('recordings replay to the same states', () => {
  it.each([['a failed withdrawal', made] as const, ...pinned])('%s', (_name, recording) => {
    const { divergences, events, judged } = replay(recording);
    expect(divergences).toEqual([]);
    expect(events).toBeGreaterThan(0);
    expect(judged).toBeGreaterThan(0);
  });
});
