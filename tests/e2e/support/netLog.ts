import { readFile } from 'node:fs/promises';

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly {
    readonly type: number;
    readonly source: { readonly id: number };
    readonly params?: Readonly<
      Partial<Record<'url' | 'host' | 'address' | 'initiator' | 'request_type', string>>
    >;
  }[];
}

/** The log's name of hosts that do not resolve. */
const NOWHERE = '~notfound';

export const netLogFlags = (file: string): readonly string[] => [
  `--log-net-log=${file}`,
  // The browser's own services, which no flag turns off, must not resolve.
  `--host-resolver-rules=${['*.google.com', '*.googleapis.com'].map((host) => `MAP ${host} ~NOTFOUND`).join(',')}`,
];

/**
 * Other hosts that were looked up or contacted, by the browser's own network log, which is complete once it has ended.
 * Requests of the browser itself are left out: they have no initiator and load no frame, which a page cannot do.
 * @param own host and port
 */
export async function contactsIn(file: string, own: string): Promise<readonly string[]> {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const kinds = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]));
  const peers = new Map<number, string>();
  const found = events.map(({ type, source, params = {} }) => {
    const {
      url = '',
      host = '',
      address = peers.get(source.id) ?? '',
      initiator,
      request_type: loads,
    } = params;
    switch (kinds.get(type) ?? '') {
      case 'URL_REQUEST_START_JOB':
        if (initiator === 'not an origin' && loads === 'other') return '';
        return /^(http|ws)s?:/.test(url) ? `asked ${new URL(url).host}` : '';
      case 'HOST_RESOLVER_MANAGER_REQUEST':
      case 'HOST_RESOLVER_MANAGER_JOB':
        return host === '' || host.endsWith(NOWHERE) ? '' : `looked up ${host.replace(/^\w+:\/\//, '')}`;
      case 'TCP_CONNECT_ATTEMPT':
        return address === '' ? '' : `connected to ${address}`;
      case 'UDP_CONNECT':
        peers.set(source.id, address);
        return '';
      case 'UDP_BYTES_SENT':
        return address.endsWith(':53') ? '' : `sent to ${address}`;
      default:
        return '';
    }
  });
  return [...new Set(found)].filter((one) => one !== '' && !one.endsWith(` ${own}`)).toSorted();
}
