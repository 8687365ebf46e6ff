/** Answers that get lost: what a test orders for the next call of a kind. */

export type How =
  /** The connection breaks before the server has acted. */
  | 'lost before'
  /** The server acts, and the connection breaks before the answer. */
  | 'lost after'
  | '5xx before'
  | '5xx after'
  /** The server acts, and the connection breaks in the middle of the answer's body. */
  | 'cut'
  /** Nothing happens until the test releases the call: the server acts then, and answers. */
  | 'late'
  /** The same, and the answer never comes. */
  | 'late, unanswered';

/** What a test holds of a fault that it ordered. */
export interface Fault {
  readonly call: string;
  readonly how: How;
  readonly arrived: Promise<void>;
  /** The server has acted, or has refused to. */
  readonly ended: Promise<void>;
  release(): void;
}

export interface Armed extends Fault {
  readonly released: Promise<void>;
  readonly begin: () => void;
  readonly end: () => void;
}

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

export class Faults {
  private readonly armed: Armed[] = [];

  order(call: string, how: How): Fault {
    const arrived = gate();
    const ended = gate();
    const released = gate();
    const fault: Armed = {
      call,
      how,
      arrived: arrived.passed,
      ended: ended.passed,
      released: released.passed,
      begin: arrived.open,
      end: ended.open,
      release: released.open,
    };
    this.armed.push(fault);
    return fault;
  }

  /** The first fault that waits for this call; it happens once. */
  take(call: string): Armed | undefined {
    const index = this.armed.findIndex((one) => one.call === call);
    return index < 0 ? undefined : this.armed.splice(index, 1)[0];
  }
}
