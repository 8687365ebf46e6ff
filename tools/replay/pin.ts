// A recording becomes a test: the path tests replay every file in `tests/replays`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Recording } from '../inspector/recording.ts';
import { replay } from '../inspector/replay.ts';
import { ROOT } from '../../scripts/process.ts';
import { countText } from './sentences.ts';

export const PINNED = path.join(ROOT, 'tests', 'replays');

export interface Pinned {
  readonly isPinned: boolean;
  readonly sentence: string;
}

/** @param evenIfDiverging such a test fails until the mistake is fixed */
export function pin(
  recording: Recording,
  name: string,
  { folder = PINNED, evenIfDiverging = false }: { folder?: string; evenIfDiverging?: boolean } = {},
): Pinned {
  const refused = (sentence: string): Pinned => ({ isPinned: false, sentence });
  if (!/^[a-z][A-Za-z\d]{0,59}$/.test(name)) {
    return refused(`"${name}" is no name of a test: use letters and digits, such as lostAnswer.`);
  }
  const file = path.join(folder, `${name}.json`);
  const shown = path.relative(ROOT, file);
  if (existsSync(file)) return refused(`${shown} exists already: choose another name, or remove it.`);
  const { events, judged, divergences } = replay(recording);
  if (events === 0 || judged === 0) {
    return refused('The recording has no event that a condition decides: as a test it would prove nothing.');
  }
  if (divergences.length > 0 && !evenIfDiverging) {
    const found = countText(divergences.length, 'divergence');
    return refused(`The recording has ${found}, and its test would fail: --diverging pins it all the same.`);
  }
  mkdirSync(folder, { recursive: true });
  // The picture and the page are of no use to a test.
  const { report: _report, ...kept } = recording;
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return { isPinned: true, sentence: `Wrote ${shown}: the path tests replay it from now on.` };
}
