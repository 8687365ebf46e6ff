// One page that shows a recording on the diagrams, event by event. It needs no server and no other file.
import { readFileSync, writeFileSync } from 'node:fs';
import { MACHINES } from '../inspector/machines.ts';
import type { Recording } from '../inspector/recording.ts';
import type { Replayed } from '../inspector/replay.ts';
import { boxOf } from '../inspector/stateBox.ts';
import { allTransitions } from '../inspector/transitions.ts';
import { diagramOf } from '../inspector/diagram.ts';
import { clientScript, json } from '../report/page.ts';
import { replayedLines } from './sentences.ts';
import { shownSteps } from './steps.ts';

const style = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

async function diagramsOf({ actors }: Recording): Promise<Record<string, string>> {
  const ids = [...new Set(actors.map(({ machine }) => machine))];
  const drawn = ids.flatMap((id) => {
    const machine = MACHINES.get(id);
    return machine ? [{ id, machine }] : [];
  });
  return Object.fromEntries(
    await Promise.all(
      drawn.map(
        async ({ id, machine }) =>
          [id, await diagramOf(id, boxOf(machine), allTransitions(machine))] as const,
      ),
    ),
  );
}

async function dataOf(recording: Recording, replayed: Replayed) {
  const { began, report } = recording;
  const [actors, conditions] = replayedLines(replayed, began);
  return {
    sentences: [actors, conditions].filter((line) => line !== undefined),
    divergences: replayed.divergences.length,
    steps: shownSteps(recording, replayed.divergences),
    diagrams: await diagramsOf(recording),
    ...(report ? { report } : {}),
  };
}

export type ReplayData = Awaited<ReturnType<typeof dataOf>>;

export async function writeReplay(to: string, recording: Recording, replayed: Replayed): Promise<void> {
  const data = await dataOf(recording, replayed);
  const script = await clientScript(new URL('client.ts', import.meta.url));
  writeFileSync(
    to,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quietbook: a recording, event by event</title>
<style>${style('../report/style.css')}${style('../report/diagram.css')}${style('../inspector/diagram.css')}${style('replay.css')}</style>
</head>
<body class="replay">
<main id="replay"></main>
<script type="application/json" id="data">${json(data)}</script>
<script>${script.replaceAll('</script', String.raw`<\/script`)}</script>
</body>
</html>
`,
  );
}
