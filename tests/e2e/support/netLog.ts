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

/** What the log calls the place of hosts that are to be found nowhere. */
const NOWHERE = '~notfound';

/** What a browser begins with that shall write down what it does on the network. */
export const netLogFlags = (file: string): readonly string[] => [
  `--log-net-log=${file}`,
  // Where the browser's own services live, which no flag ends: it finds them nowhere.
  `--host-resolver-rules=${['*.google.com', '*.googleapis.com'].map((host) => `MAP ${host} ~NOTFOUND`).join(',')}`,
];

/**
 * Every other host that was asked, looked up, connected or sent to, as the browser's own log of the network tells,
 * which is whole once the browser has ended.
 *
 * Left out is only what the browser asks for itself, known by what no page can do: a request without an initiator that
 * loads no frame (the network service ends a page that sends one). Name servers are known by the names they are asked.
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
