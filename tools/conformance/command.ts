import { parseArgs } from 'node:util';
import { namedClaims } from './claims.ts';
import { type Area, AREAS } from './requirements.ts';
import { DEFAULTS, type Settings } from './run.ts';

export const HELP = `npm run conformance -- <server> [options]

Checks a server from outside against the contract (/api/openapi.json and /api/asyncapi.json of a venue), and says per
requirement what holds. Nothing is changed without --write, and then only what is announced first. Ends with 1 where something fails.

  --origin <origin>        a page's origin that the server allows: checks CORS, and names it to the socket
  --capabilities <names>   what the server claims, separated by commas; by default what the page that it serves says
  --email <address>        signs in; the password is asked for, or taken from CONFORMANCE_PASSWORD
  --write                  places and cancels an order that cannot trade, opens a support ticket
  --register               with --write: creates an account for it, in place of --email
  --attempts <n>           tries up to n wrong passwords of an invented address, until the server has enough
  --only <areas>           some of ${AREAS.join(', ')}
  --listen <seconds>       how long the socket is listened to, 3 by default, 60 at most
  --json                   the verdicts as JSON`;

export class Mistake extends Error {}

export interface Command {
  readonly settings: Settings;
  readonly isJson: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** @returns null if help is asked for. @throws Mistake */
export async function readCommand(
  args: readonly string[],
  askPassword: (email: string) => Promise<string>,
): Promise<Command | null> {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [address, ...others] = positionals;
  if (address === undefined) throw new Mistake('Name the server, such as https://exchange.example.');
  if (others.length > 0) throw new Mistake(`One server at a time: ${others.join(' ')} is too many.`);
  if (values.register && values.email !== undefined) {
    throw new Mistake('Either --email, for an account that exists, or --register, for a new one.');
  }
  if (values.register && !values.write) throw new Mistake('--register creates an account: add --write.');
  if (values.write && values.email === undefined && !values.register) {
    throw new Mistake('--write needs an account: add --email or --register.');
  }
  const server = urlOf(address, 'The server');
  const account =
    values.email === undefined ? null : { email: values.email, password: await askPassword(values.email) };
  return {
    isJson: values.json,
    settings: {
      ...DEFAULTS,
      server,
      account: values.register ? 'new' : account,
      origin: values.origin === undefined ? null : urlOf(values.origin, '--origin').origin,
      claims: values.capabilities === undefined ? null : claimsOf(values.capabilities),
      mayWrite: values.write,
      attempts: numberOf('--attempts', values.attempts, 0, 50),
      listen: numberOf('--listen', values.listen, 1, 60) * 1000,
      areas: areasOf(values.only),
    },
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        origin: text,
        capabilities: text,
        email: text,
        write: flag,
        register: flag,
        attempts: { ...text, default: '0' },
        only: text,
        listen: { ...text, default: '3' },
        json: flag,
        help: flag,
      },
    });
  } catch (error) {
    throw new Mistake(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function urlOf(given: string, what: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username === '' && url.password === '') return url;
    throw new Mistake(`${what} must not hold a name or a password.`);
  }
  throw new Mistake(`${what} must be an address that begins with https:// or http://, not "${given}".`);
}

function claimsOf(names: string): Settings['claims'] {
  try {
    return namedClaims(names);
  } catch (error) {
    throw new Mistake(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function numberOf(name: string, given: string, least: number, most: number): number {
  const value = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Mistake(`${name} must be a whole number from ${least} to ${most}, not "${given}".`);
}

function areasOf(only: string | undefined): readonly Area[] {
  if (only === undefined) return AREAS;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(AREAS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Mistake(`Unknown area ${unknown.join(', ')}. Known: ${AREAS.join(', ')}.`);
  return names as Area[];
}
