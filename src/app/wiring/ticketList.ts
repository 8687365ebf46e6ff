import { fromPromise } from 'xstate';
import { OutageError } from '../../domain/failure.ts';
import { succeeded } from '../../domain/result.ts';
import { isSameTicket, type TicketDraft } from '../../domain/ticket.ts';
import type { CreateInput, CreateOutput, FindOutput } from '../../machines/ticketList/index.ts';
import { supportCalls } from '../../services/contract/calls/support.ts';
import type { Http } from '../../services/http/port.ts';

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
      createTicket: fromPromise<CreateOutput, CreateInput>(({ input, signal }) =>
        http.send(supportCalls.createTicket, { body: sent(input.draft) }, { signal }),
      ),
      lookForTicket: fromPromise<FindOutput, CreateInput>(async ({ input, signal }) => {
        const draft = sent(input.draft);
        const query = { limit: NEWEST, offset: 0 };
        const listed = await http.send(supportCalls.tickets, { query }, { signal });
        if (!listed.ok) return listed;
        const found = listed.value.items.find((ticket) => isSameTicket(ticket, draft));
        return succeeded(found ? { id: found.id } : null);
      }),
    },
    actions: { forgetTexts, outdateLists },
  };
}

function sent(draft: TicketDraft | null): TicketDraft {
  if (draft) return draft;
  throw new OutageError({ code: 'internal', retryable: false, cause: 'no ticket to send' });
}
