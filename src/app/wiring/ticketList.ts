import { fromPromise } from 'xstate';
import { OutageError } from '../../domain/failure.ts';
import { succeeded } from '../../domain/result.ts';
import { isSameTicket } from '../../domain/ticket.ts';
import type { CreateInput, CreateOutput, SendingTicket } from '../../machines/ticketList/index.ts';
import { supportCalls } from '../../services/contract/calls/support.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from './reconcileWrite.ts';

export interface TicketListDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Forgets what was typed into the form of a new ticket. */
  readonly forgetTexts: () => void;
  /** Has the lists of tickets read again. */
  readonly outdateLists: () => void;
}

/** Among so many of the newest tickets a lost one is looked for. */
const NEWEST = 20;

/** Effects of the `ticketList` machine. */
export function createTicketListWiring({ http, forgetTexts, outdateLists }: TicketListDependencies) {
  return {
    actors: {
      // Not ended by `signal`: what has left cannot be taken back.
      createTicket: fromPromise<CreateOutput, CreateInput>(({ input }) => {
        const { draft, idempotencyKey } = held(input.sending);
        return http.send(supportCalls.createTicket, { body: draft }, { idempotencyKey });
      }),
      reconcileWrite: createReconcileWrite<SendingTicket | null, { readonly id: string }>(
        async (sending, signal) => {
          const { draft } = held(sending);
          const query = { limit: NEWEST, offset: 0 };
          const listed = await http.send(supportCalls.tickets, { query }, { signal });
          if (!listed.ok) return listed;
          const found = listed.value.items.find((ticket) => isSameTicket(ticket, draft));
          return succeeded(found ? { id: found.id } : null);
        },
      ),
    },
    actions: { forgetTexts, outdateLists },
  };
}

/** The machine only gets here with a ticket in hand. */
function held(sending: SendingTicket | null): SendingTicket {
  if (sending) return sending;
  throw new OutageError({ code: 'internal', retryable: false, cause: 'no ticket to send' });
}
