import { Button, Group } from '@mantine/core';
import { Message } from './Message.tsx';

interface Props {
  /** Whether the outcome is being looked up; otherwise that failed, and the user decides. */
  readonly isLooking: boolean;
  readonly looking: string;
  readonly unresolved: string;
  readonly checkAgain: string;
  readonly leave: string;
  readonly stop?: { readonly label: string; readonly press: () => void };
  readonly onCheckAgain: () => void;
  readonly onLeave: () => void;
}

/** Shown while the outcome of a write is unknown (LOST-02). */
export function LostAnswer({
  isLooking,
  looking,
  unresolved,
  checkAgain,
  leave,
  stop,
  onCheckAgain,
  onLeave,
}: Props) {
  if (isLooking) {
    return (
      <Message kind="info">
        <p>{looking}</p>
        {stop && (
          <Group gap="sm" pt="sm">
            <Button variant="default" size="xs" onClick={stop.press}>
              {stop.label}
            </Button>
          </Group>
        )}
      </Message>
    );
  }
  return (
    <Message kind="warning">
      <p>{unresolved}</p>
      <Group gap="sm" pt="sm">
        <Button variant="default" size="xs" onClick={onCheckAgain}>
          {checkAgain}
        </Button>
        <Button variant="default" size="xs" onClick={onLeave}>
          {leave}
        </Button>
      </Group>
    </Message>
  );
}
