// The terminal output of a replay.
import type { Divergence, Replayed } from '../inspector/replay.ts';

/** "no divergence", "1 divergence", "2 divergences". */
export const countText = (count: number, what: string): string =>
  `${count === 0 ? 'no' : count} ${what}${count > 1 ? 's' : ''}`;

const divergenceLines = ({ actor, event, type, what, expected, found }: Divergence): readonly string[] => [
  '',
  `${actor}, ${event === 0 ? 'its beginning' : `event ${event} (${type})`}: ${what}`,
  `  recorded ${JSON.stringify(expected)}`,
  `  found    ${JSON.stringify(found)}`,
];

/** A bare `no divergence` would look like a file without any event. */
export function replayedLines({ actors, events, judged, believed, divergences }: Replayed, began: string) {
  const asRecorded =
    believed === 1
      ? '1 looks at a masked text, and was taken as recorded'
      : `${believed} look at masked texts, and were taken as recorded`;
  return [
    `${countText(actors, 'actor')}, ${countText(events, 'event')} of ${began}`,
    `${countText(judged, 'condition')} ${judged > 1 ? 'were' : 'was'} judged anew; ${
      believed === 0 ? 'none looks at a masked text' : asRecorded
    }`,
    ...divergences.flatMap(divergenceLines),
    '',
    divergences.length === 0
      ? 'Everything is as recorded: no divergence.'
      : `${countText(divergences.length, 'divergence')}.`,
  ];
}
