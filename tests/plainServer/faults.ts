/** A test orders how the next call of a kind loses its answer. */

export type How =
  /** Before the server has acted. */
  | 'lost before'
  /** After the server has acted. */
  | 'lost after'
  | '5xx before'
  | '5xx after'
  /** In the middle of the answer's body. */
  | 'cut'
  /** The server acts and answers when the test releases the call. */
  | 'late'
  /** The server acts then, but never answers. */
  | 'late, unanswered';

export interface Fault {
  readonly call: string;
  readonly how: How;
  readonly arrived: Promise<void>;
  /** The server has acted, or refused. */
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

  /** Once. */
  take(call: string): Armed | undefined {
    const index = this.armed.findIndex((one) => one.call === call);
    return index < 0 ? undefined : this.armed.splice(index, 1)[0];
  }
}
