import { Button } from '@mantine/core';
import { Message } from '../message/Message.tsx';
import classes from './LostAnswer.module.css';

interface Props {
  /** Whether it is being found out; otherwise that failed, and the user decides. */
  readonly isLooking: boolean;
  readonly looking: string;
  readonly unresolved: string;
  readonly checkAgain: string;
  readonly leave: string;
  readonly onCheckAgain: () => void;
  readonly onLeave: () => void;
}

/** What is known of something that was sent without an answer (contract, "Idempotency"). */
export function LostAnswer({
  isLooking,
  looking,
  unresolved,
  checkAgain,
  leave,
  onCheckAgain,
  onLeave,
}: Props) {
  if (isLooking) return <Message kind="info">{looking}</Message>;
  return (
    <Message kind="warning">
      <p>{unresolved}</p>
      <div className={classes['actions']}>
        <Button variant="default" size="xs" onClick={onCheckAgain}>
          {checkAgain}
        </Button>
        <Button variant="default" size="xs" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </Message>
  );
}
