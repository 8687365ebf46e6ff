import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TYPESCRIPT } from '../../../scripts/process.ts';
import { pin } from '../../../tools/replay/pin.ts';
import { countText, replayedLines } from '../../../tools/replay/sentences.ts';
import { shownSteps } from '../../../tools/replay/steps.ts';
import { readRecording, type Recording } from '../../../tools/inspector/recording.ts';
import { replay } from '../../../tools/inspector/replay.ts';
import { failedWithdrawal } from '../../replays/failedWithdrawal.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const recording = await failedWithdrawal();

/** One event of the withdrawal is recorded as leading elsewhere. */
const diverging: Recording = {
  ...recording,
  actors: recording.actors.map((actor) => ({
    ...actor,
    steps: actor.steps.map((step) =>
      actor.machine === 'withdrawal' && step.state === 'notFound'
        ? { ...step, state: { result: 'failed' } }
        : step,
    ),
  })),
};

const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the sentences', () => {
  it.each([
    [0, 'no divergence'],
    [1, '1 divergence'],
    [2, '2 divergences'],
  ])('%i', (count, words) => {
    expect(countText(count, 'divergence')).toBe(words);
  });

  it('end with the result', () => {
    const alike = { actors: 1, events: 1, judged: 1, believed: 0, divergences: [] };
    expect(replayedLines(alike, 'now')).toEqual([
      '1 actor, 1 event of now',
      '1 condition was judged anew; none looks at a masked text',
      '',
      'Everything is as recorded: no divergence.',
    ]);
    const lines = replayedLines(replay(diverging), 'now');
    expect(lines.at(-1)).toBe('1 divergence.');
    expect(lines.join('\n')).toContain('withdrawal#1, event 16');
  });
});

describe('the steps that are shown', () => {
  const steps = shownSteps(diverging, replay(diverging).divergences);

  it('are those of all actors, in the order of time, each with its transitions', () => {
    const events = recording.actors.reduce((sum, actor) => sum + actor.steps.length + 1, 0);
    expect(steps).toHaveLength(events);
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort((a, b) => a - b));
    const taken = recording.actors.flatMap((actor) => actor.steps.flatMap(({ took }) => took));
    expect(steps.flatMap(({ places }) => places)).toHaveLength(taken.length);
  });

  it('show where today’s chart goes instead', () => {
    expect(steps.filter(({ divergences }) => divergences.length > 0)).toMatchObject([
      {
        actor: 'withdrawal#1',
        number: 16,
        event: 'create.absent',
        states: ['withdrawal.result.failed'],
        found: ['withdrawal.notFound'],
      },
    ]);
  });
});

describe('a pin', () => {
  it('writes the recording without the report, and refuses to overwrite it', () => {
    const report = {
      at: '',
      page: '/withdraw',
      width: 1,
      height: 1,
      pixelRatio: 1,
      language: 'en',
      browser: '',
      build: '',
      picture: '<svg/>',
    };
    expect(pin({ ...recording, report }, 'lostAnswer', { folder })).toMatchObject({ isPinned: true });
    expect(readRecording(readFileSync(path.join(folder, 'lostAnswer.json'), 'utf8'))).toEqual(recording);
    const again = pin(recording, 'lostAnswer', { folder });
    expect(again).toMatchObject({ isPinned: false, sentence: expect.stringMatching(/exists already/) });
  });

  it.each(['../outside', 'two words', '', 'a.b'])('refuses the name %j', (name) => {
    expect(pin(recording, name, { folder })).toMatchObject({
      isPinned: false,
      sentence: expect.stringMatching(/no name/),
    });
  });

  it('refuses a recording that diverges, unless asked to take it', () => {
    const refused = pin(diverging, 'diverges', { folder });
    expect(refused).toMatchObject({ isPinned: false, sentence: expect.stringMatching(/has 1 divergence/) });
    expect(existsSync(path.join(folder, 'diverges.json'))).toBe(false);
    expect(pin(diverging, 'diverges', { folder, evenIfDiverging: true }).isPinned).toBe(true);
  });

  it('refuses a recording that would prove nothing', () => {
    const empty = { ...recording, actors: [] };
    expect(pin(empty, 'empty', { folder })).toMatchObject({ isPinned: false });
  });
});

describe('the command', () => {
  const command = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...TYPESCRIPT, path.join(ROOT, 'tools/replay/main.ts'), ...args],
      { encoding: 'utf8', cwd: folder },
    );
    return { status, stdout, stderr };
  };
  const write = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };

  it('ends with 2 and one sentence where it can do nothing', () => {
    const alike = write('alike.json', JSON.stringify(recording));
    const cases = [
      [['missing.json'], /missing\.json: there is no such file\n$/],
      [[write('bad.json', 'secret{')], /bad\.json: this is no JSON\n$/],
      [[write('other.json', '{}')], /other\.json: this is no recording of Quietbook\n$/],
      [['--pin', 'two words', alike], /^"two words" is no name of a test: .*\n$/],
      [[], /^Name one recording\./],
    ] as const;
    for (const [args, sentence] of cases) {
      const { status, stderr } = command(...args);
      expect(stderr).toMatch(sentence);
      expect(status).toBe(2);
    }
  });
});
