import { Group, Text } from '@mantine/core';
import { timeLeft, type TimeLeft } from '../../domain/countdown.ts';
import { clockText, isoText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { Note } from './Fact.tsx';
import { useCountdown } from './useCountdown.ts';

interface Props {
  readonly label: string;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly phase?: string;
  readonly left: (left: TimeLeft) => string;
  readonly end: (time: string) => string;
}

/** How long something is still possible: the time left, and its end in words. */
export function Clock({ label, until, phase, left, end }: Props) {
  const isClosing = phase === 'closing';
  return (
    <Group component="p" gap="sm" align="baseline" data-phase={phase} c={isClosing ? 'warning' : 'dimmed'}>
      {label}
      <Text span size="xl" fw={600} c={isClosing ? 'warning' : 'var(--text)'} role="timer">
        <Remaining key={until} until={until} say={left} />
      </Text>
      <time dateTime={isoText(until) ?? ''}>
        <Note>{end(clockText(until)?.slice(0, 5) ?? DASH)}</Note>
      </time>
    </Group>
  );
}

function Remaining({ until, say }: { readonly until: number; readonly say: Props['left'] }) {
  const { secondsLeft } = useCountdown(until);
  return secondsLeft === null ? DASH : say(timeLeft(secondsLeft));
}
