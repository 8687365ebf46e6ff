import { cooldownMachine } from '../machines/cooldown/index.ts';
import { flashMachine } from '../machines/flash/index.ts';
import { historyMachine } from '../machines/history/index.ts';
import { historyExportMachine } from '../machines/historyExport/index.ts';
import type { Resources } from '../machines/resource/index.ts';
import { ticketMachine } from '../machines/ticket/index.ts';
import { ticketListMachine } from '../machines/ticketList/index.ts';
import { NEW_TICKET_DRAFTS } from '../domain/ticketList.ts';
import { createFiles } from '../services/files.ts';
import type { AppLogic } from '../ui/hooks/app.tsx';
import type { Services } from './services.ts';
import { createFlashWiring } from './wiring/flash.ts';
import { createHistoryWiring } from './wiring/history.ts';
import { createHistoryExportWiring } from './wiring/historyExport.ts';
import { createTicketWiring } from './wiring/ticket.ts';
import { createTicketListWiring } from './wiring/ticketList.ts';

export interface Records {
  readonly logic: Pick<
    AppLogic,
    'cooldown' | 'flash' | 'history' | 'historyExport' | 'ticket' | 'ticketList'
  >;
}

/**
 * The part of the histories and of support: their wired machines.
 * @param userId id of the user who is signed in; null for a visitor.
 */
export function createRecords(
  services: Services,
  resources: Pick<Resources, 'invalidate' | 'of'>,
  userId: () => string | null,
): Records {
  const outdateLists = (): void => resources.invalidate('supportTickets');
  const forgetTexts = (): void => {
    const id = userId();
    if (id !== null) for (const name of NEW_TICKET_DRAFTS) services.drafts.write(id, name, '');
  };
  const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    logic: {
      cooldown: cooldownMachine,
      flash: flashMachine.provide(createFlashWiring(services)),
      history: historyMachine.provide(createHistoryWiring({ resources, userId })),
      historyExport: historyExportMachine.provide(
        createHistoryExportWiring({ ...services, files: createFiles(globalThis.window), zone }),
      ),
      ticket: ticketMachine.provide(createTicketWiring({ ...services, outdateLists })),
      ticketList: ticketListMachine.provide(
        createTicketListWiring({ ...services, forgetTexts, outdateLists }),
      ),
    },
  };
}
