import type { Locator, Page, Request, Route } from '@playwright/test';
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { HttpAnswer } from '../../../src/services/http/port.ts';
import type { MachineModel, Variant } from '../../models/tools/model.ts';
import { explore, narrowed, pureStep, valueText, type Edge, type Graph } from '../../models/tools/explore.ts';
import { leftOut } from '../../models/tools/leftOut.ts';
import { describePath, tours, type Path } from '../../models/tools/paths.ts';
import { specTable, START, type SpecTable } from '../../models/tools/spec.ts';
import { idsOfScreenStates, idsOfTransitions } from '../../models/tools/screenStates.ts';
import { allTransitions } from '../../../tools/inspector/transitions.ts';
import { noteAsks } from './asks.ts';
import { SOON } from './soon.ts';
import { expect, IN_CHROMIUM, test } from './test.ts';
import { hideServerDate, letPageHear } from './time.ts';
import { recordTour, type TourRecord } from './tourRecord.ts';

/** A reader's view of a state. Compared whole. */
export type Facts = Readonly<Record<string, boolean | string | number | null>>;

export interface WalkContext<M extends AnyStateMachine> {
  readonly variant: Variant<M>;
  readonly snapshot: SnapshotFrom<M>;
  readonly network: HeldCalls;
}

/** The paths of a model, driven by gestures and read from the screen. */
export interface ScreenWalk<M extends AnyStateMachine> {
  readonly model: MachineModel<M>;
  /** Requests that the walk answers, one at a time. */
  readonly calls?: string | RegExp;
  /** For pages that show several of what the model has one of. */
  readonly adapt?: (page: Page, reply: HttpAnswer) => HttpAnswer;
  /** Cases, outcomes and delays that can happen on the screen; by default all that the machine handles. */
  readonly happens?: (name: string, snapshot: SnapshotFrom<M>, variant: Variant<M>) => boolean;
  /** By default the model's key. It may be coarser, because what the screen must show is predicted along each path. */
  readonly key?: (snapshot: SnapshotFrom<M>) => unknown;
  /** Contents of the report's pictures; by default the page without header and footer. */
  readonly shows?: (page: Page) => Locator;
  readonly open: (page: Page, variant: Variant<M>) => Promise<void>;
  /** How another tour starts on the same page; without it each tour opens a page. */
  readonly again?: Again<M>;
  readonly gestures: Readonly<Record<string, (page: Page, at: WalkContext<M>) => Promise<void>>>;
  /** Of devices other than the network, by the outcome's name. */
  readonly answers?: Readonly<
    Record<string, (page: Page, at: WalkContext<M>, invokeId: string) => Promise<void>>
  >;
  /** By the delay's name. */
  readonly timers?: Readonly<Record<string, (page: Page) => Promise<void>>>;
  readonly facts: (snapshot: SnapshotFrom<M>, variant: Variant<M>) => Facts;
  readonly read: (page: Page) => Promise<Facts>;
  /** By default every screen state too. */
  readonly takes?: 'screen states' | 'transitions';
  /** Variants whose server has streams; the others read everything but the book. */
  readonly streamed?: readonly string[];
  /** For pages that cannot stay open for as long as others. */
  readonly longest?: number;
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Variants or steps that need a browser, each with the reason. */
  readonly inChromium?: Readonly<Record<string, string>>;
  /** Messages that the browser may report, besides failed requests. */
  readonly complaints?: readonly RegExp[];
}

export interface Again<M extends AnyStateMachine> {
  /** From the first state to the one that the page returns to, if they differ. */
  readonly after?: string;
  readonly come: (page: Page, at: Pick<WalkContext<M>, 'variant' | 'network'>) => Promise<void>;
  /** Whether no other tour can start after a step. */
  readonly isLast?: (step: string) => boolean;
}

const LONGEST_TOUR = 120;

/** A page, and the tours that are taken on it. */
interface PlannedPage<M extends AnyStateMachine> {
  readonly variant: Variant<M>;
  readonly graph: Graph;
  readonly again: Start | undefined;
  /** The number of the first one. */
  readonly number: number;
  readonly paths: readonly Path[];
}

/** Set by `npm run report`, for pictures of all that the screens show. */
const TAKES_ALL = process.env.WALKS_TOURS === 'all';

/** Every tour. @param excluded variants and steps */
function planOf<M extends AnyStateMachine>(
  walk: ScreenWalk<M>,
  excluded: readonly string[] = [],
): readonly PlannedPage<M>[] {
  const taken = new Set<string>();
  const variants = walk.model.variants.filter(({ name }) => !excluded.includes(name));
  return variants.flatMap((variant) => {
    const graph = screenGraph(walk, variant, excluded);
    // Alike states of two variants are different screens.
    const screenStateOf = (snapshot: AnyMachineSnapshot): string =>
      JSON.stringify([variant.name, walk.facts(snapshot as SnapshotFrom<M>, variant)]);
    const idsOf = walk.takes === 'transitions' ? idsOfTransitions : idsOfScreenStates(graph, screenStateOf);
    const again = walk.again && startAgain(graph, walk.again);
    const all = tours(graph, { longest: walk.longest ?? LONGEST_TOUR, idsOf, taken, again: again?.state });
    for (const edge of all.flat()) for (const id of idsOf(edge)) taken.add(id);
    let number = 1;
    return byPage(all, again, walk.again?.isLast).map((paths) => {
      number += paths.length;
      return { variant, graph, again, number: number - paths.length, paths };
    });
  });
}

/** Walks that need a browser, and the first tour as a proof that both agree. */
function chosenOf<M extends AnyStateMachine>(
  all: readonly PlannedPage<M>[],
  named: readonly string[],
): readonly PlannedPage<M>[] {
  const isNamed = ({ variant, graph }: PlannedPage<M>): boolean =>
    named.includes(variant.name) || graph.edges.some(({ name }) => named.includes(name));
  return all.flatMap((page, index) => {
    if (isNamed(page)) return page;
    return index === 0 ? { ...page, paths: page.paths.slice(0, 1) } : [];
  });
}

/** With a test that counts the transitions. */
export function walkScreen<M extends AnyStateMachine>(walk: ScreenWalk<M>): void {
  const { model } = walk;
  const named = Object.keys(walk.inChromium ?? {});
  const whole = planOf(walk);
  const inProcess = named.length === 0 ? whole : planOf(walk, named);
  const chosen = chosenOf(whole, named);
  const all = allTransitions(model.machine);
  for (const page of IN_CHROMIUM ? (TAKES_ALL ? whole : chosen) : inProcess) defineTest(walk, page, all);
  const walked = new Set(
    [...inProcess, ...chosen].flatMap(({ graph, paths }) => [
      ...graph.firstTransitions,
      ...paths.flat().flatMap(({ transitions }) => transitions),
    ]),
  );
  test(`${model.name} on the screen: every transition is walked, or is excepted with a reason`, () => {
    expect(leftOut(model.machine, walked, walk.unreachable)).toEqual([]);
    const known = new Set(
      whole.flatMap(({ variant, graph }) => [variant.name, ...graph.edges.map(({ name }) => name)]),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
}

function defineTest<M extends AnyStateMachine>(
  walk: ScreenWalk<M>,
  { variant, graph, again, number, paths }: PlannedPage<M>,
  all: readonly string[],
): void {
  const { model } = walk;
  const spec = specTable(model.requirements);
  const title = paths.length === 1 ? `tour ${number}` : `tours ${number} to ${number + paths.length - 1}`;
  const steps = paths.flat().length;
  // Without a title: it only holds the setting.
  test.describe(() => {
    test.use({ streams: walk.streamed?.includes(variant.name) ?? false });
    test(`${model.name} on the screen: ${variant.name}, ${title}, ${steps} steps`, async ({
      page,
      guard,
    }) => {
      guard.expect(/Failed to load resource|: (server|unreachable|unreadable|timeout)/);
      for (const pattern of walk.complaints ?? []) guard.expect(pattern);
      test.setTimeout(60_000 + steps * 5000);
      await noteAsks(page);
      if (IN_CHROMIUM) await hideServerDate(page);
      const network = await holdCalls(page, walk.calls, walk.adapt);
      for (const [index, path] of paths.entries()) {
        const record = recordTour(
          { machine: model.name, variant: variant.name, tour: number + index },
          { first: graph.firstTransitions, planned: path, all },
        );
        await record.take(async () => {
          const opened = index === 0;
          const init = { type: 'xstate.init', input: graph.input };
          record.begins(
            START,
            () => (opened ? spec.indexOf(START, init, undefined) : -1),
            opened ? graph.firstTransitions : [],
          );
          if (opened) await walk.open(page, variant);
          else await walk.again?.come(page, { variant, network });
          const start = opened ? graph.first : (again?.snapshot ?? missing('how to come again'));
          await takeTour({ walk, spec, variant, first: start, path, page, network, record });
        });
      }
    });
  });
}

function screenGraph<M extends AnyStateMachine>(
  walk: ScreenWalk<M>,
  variant: Variant<M>,
  excluded: readonly string[],
): Graph {
  const { model } = walk;
  const happens = (name: string, snapshot: SnapshotFrom<M>): boolean =>
    !excluded.includes(name) && (walk.happens?.(name, snapshot, variant) ?? true);
  const key = walk.key ?? model.key;
  return explore(model.machine, {
    ...(variant.input === undefined ? {} : { input: variant.input }),
    ...(key === undefined ? {} : { key }),
    offer: 'handled',
    ...narrowed(variant, happens),
    timer: (snapshot, name) => Object.hasOwn(walk.timers ?? {}, name) && happens(`after ${name}`, snapshot),
  });
}

interface Start {
  readonly state: string;
  readonly snapshot: AnyMachineSnapshot;
  readonly way: Path;
}

/** Undefined where the first state has no such step. */
function startAgain(graph: Graph, { after }: { readonly after?: string }): Start | undefined {
  if (after === undefined) return { state: graph.initial, snapshot: graph.first, way: [] };
  const step = graph.out.get(graph.initial)?.find(({ name }) => name === after);
  return step && { state: step.to, snapshot: step.after, way: [step] };
}

function byPage(
  paths: readonly Path[],
  again: Start | undefined,
  isLast: (step: string) => boolean = () => false,
): readonly (readonly Path[])[] {
  const endsPage = (path: Path): boolean => path.some(({ name }) => isLast(name));
  const onPages: Path[][] = [];
  for (const path of [...paths.filter((one) => !endsPage(one)), ...paths.filter(endsPage)]) {
    const last = onPages.at(-1);
    const way = path[0]?.from === again?.state ? again?.way : undefined;
    if (last && way && !last.some(endsPage)) last.push(path);
    else onPages.push([[...(way ?? []), ...path]]);
  }
  return onPages;
}

interface Tour<M extends AnyStateMachine> {
  readonly walk: ScreenWalk<M>;
  readonly spec: SpecTable<never>;
  readonly variant: Variant<M>;
  readonly first: AnyMachineSnapshot;
  readonly path: Path;
  readonly page: Page;
  readonly network: HeldCalls;
  readonly record: TourRecord;
}

const mainOf = (page: Page): Locator => page.getByRole('main');

async function takeTour<M extends AnyStateMachine>({
  walk,
  spec,
  variant,
  first,
  path,
  page,
  network,
  record,
}: Tour<M>): Promise<void> {
  const check = async (snapshot: AnyMachineSnapshot, done: readonly Edge[]): Promise<void> => {
    const facts = walk.facts(snapshot as SnapshotFrom<M>, variant);
    await expect.poll(() => walk.read(page), { ...SOON, message: describePath(done) }).toEqual(facts);
    await record.reached(page, valueText(snapshot.value), walk.shows ?? mainOf);
  };
  let at = first;
  await check(at, []);
  for (const [index, edge] of path.entries()) {
    await test.step(edge.name, async () => {
      const before = at;
      const { next, transitions } = pureStep(walk.model.machine, before, edge.event);
      record.begins(edge.name, () => spec.indexOf(edge.name, edge.event, before), transitions);
      await take(walk, { variant, snapshot: before as SnapshotFrom<M>, network }, edge, page);
      at = next;
      await check(at, path.slice(0, index + 1));
    });
  }
}

async function take<M extends AnyStateMachine>(
  walk: ScreenWalk<M>,
  at: WalkContext<M>,
  edge: Edge,
  page: Page,
): Promise<void> {
  // The clock must not move before the page has set its timer.
  await letPageHear(page);
  if (edge.kind === 'send') {
    const gesture = walk.gestures[edge.name] ?? missing(`the gesture "${edge.name}"`);
    return gesture(page, at);
  }
  if (edge.kind === 'timer') {
    const pass = walk.timers?.[edge.name.slice('after '.length)] ?? missing(`the delay "${edge.name}"`);
    return pass(page);
  }
  const answer = walk.answers?.[edge.outcome?.name ?? ''];
  if (answer) return answer(page, at, edge.invokeId ?? '');
  // Several calls of one service are answered in order.
  const replies = [edge.outcome?.reply].flat() as (HttpAnswer | 'noAnswer')[];
  for (const [index, reply] of replies.entries()) await at.network.answer(reply, index > 0);
}

export interface HeldCalls {
  /** The oldest request, or the next one. @param mayBeGone the page may have given it up */
  answer(reply: HttpAnswer | 'noAnswer', mayBeGone?: boolean): Promise<void>;
  isAsked(): boolean;
  cut(): Promise<void>;
}

/** Requests that the page gives up are forgotten. */
export async function holdCalls(
  page: Page,
  calls: string | RegExp | undefined,
  adapt: (page: Page, reply: HttpAnswer) => HttpAnswer = (_page, reply) => reply,
): Promise<HeldCalls> {
  const held: Route[] = [];
  if (calls !== undefined) await page.route(calls, (route) => void held.push(route));
  page.on('requestfailed', (request) => {
    const index = held.findIndex((route) => route.request() === request);
    if (index !== -1) held.splice(index, 1);
  });
  return {
    isAsked: () => held.length > 0,
    async cut() {
      for (let route = held.shift(); route; route = held.shift()) {
        const ended = endOf(page, route.request());
        await replyTo(route, 'noAnswer');
        await ended;
        await letPageHear(page);
      }
    },
    async answer(reply, mayBeGone = false) {
      if (mayBeGone && !(await isHeldSoon(held))) return;
      for (let isHeard = false; !isHeard;) {
        await expect.poll(() => held.length, SOON).toBeGreaterThan(0);
        const route = held.shift() ?? missing('a request');
        const ended = endOf(page, route.request());
        await replyTo(route, reply === 'noAnswer' ? reply : adapt(page, reply));
        // The page gave it up just now; another one waits, or will.
        isHeard = (await ended) !== 'givenUp';
      }
      await letPageHear(page);
    },
  };
}

async function replyTo(route: Route, reply: HttpAnswer | 'noAnswer'): Promise<void> {
  if (reply === 'noAnswer') return route.abort('connectionreset');
  const { status, body, retryAfter } = reply;
  await route.fulfill({
    status,
    contentType: 'application/json',
    body: body === undefined ? '' : JSON.stringify(body),
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });
}

function endOf(page: Page, request: Request): Promise<'finished' | 'failed' | 'givenUp'> {
  return new Promise((resolve) => {
    const hearFinished = (one: Request): void => end(one, 'finished');
    const hearFailed = (one: Request): void =>
      end(one, one.failure()?.errorText === 'net::ERR_ABORTED' ? 'givenUp' : 'failed');
    const end = (one: Request, how: 'finished' | 'failed' | 'givenUp'): void => {
      if (one !== request) return;
      page.off('requestfinished', hearFinished);
      page.off('requestfailed', hearFailed);
      resolve(how);
    };
    page.on('requestfinished', hearFinished);
    page.on('requestfailed', hearFailed);
  });
}

async function isHeldSoon(held: readonly unknown[]): Promise<boolean> {
  await expect
    .poll(() => held.length, { ...SOON, timeout: 2000 })
    .toBeGreaterThan(0)
    .catch(() => undefined);
  return held.length > 0;
}

function missing(what: string): never {
  throw new Error(`the walk does not know ${what}`);
}

/** Read on every page: the header's badge, the user's fills (TRADE-35), orders and transfers (NOTICE-03). */
export async function answerEveryPage(page: Page): Promise<void> {
  await page.route(/\/support\/tickets\/list\?status=pending&limit=50&/, (route) =>
    route.fulfill({ json: { items: [], total: 0 } }),
  );
  const news =
    /\/history\/executions\?skip=0&limit=10$|\/orders\?skip=0&limit=100&state=[^&]+$|\/user\/history\?limit=20&offset=0$/;
  await page.route(news, (route) => route.fulfill({ json: [] }));
}

/** A user whose session the browser keeps and the server confirms, without a login. */
export const WALKER = 'walk-user-1';

export async function pretendSession(page: Page, user: Readonly<Record<string, unknown>>): Promise<void> {
  const whole = { id: WALKER, email: 'walker@example.org', username: 'walker', ...user };
  await page.route('**/auth/me', (route) => route.fulfill({ json: whole }));
  // The venue knows no such session.
  await page.route('**/auth/sessions', (route) => route.fulfill({ json: { sessions: [] } }));
  await page.route('**/auth/2fa/recovery-codes', (route) => route.fulfill({ json: { left: 7 } }));
  await page.route('**/user/api-keys', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { api_keys: [] } }) : route.fallback(),
  );
  await page.route('**/user/address-book', (route) =>
    route.fulfill({ json: { is_on: false, off_at: null, addresses: [] } }),
  );
  await answerEveryPage(page);
  await page.addInitScript(
    ([kept, expiresAt]) => {
      localStorage.setItem('user', kept ?? '');
      localStorage.setItem('expires_at', expiresAt ?? '');
    },
    [JSON.stringify(whole), String(Date.now() + 86_400_000)],
  );
}
