// What one request of each kind costs the venue's processor.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { CallName } from '../../../src/services/contract/index.ts';
import { pause, round } from '../figures.ts';
import { CALLS, FRAMES, requestOf } from './requests.ts';

const LASTS = Number(process.env.COST_MS ?? 700);
const CONNECTIONS = 4;
const WARM_UP = 5;
/** Milliseconds of a tick of the kernel's clock for processes. */
const TICK = 10;
const ADDRESS = '203.0.113.1';

export interface Cost {
  /** `<call>, anonymous`, `<call>, signed in` or `frame <type>`. */
  readonly name: string;
  readonly milliseconds: number;
  readonly measured: number;
}

/** Milliseconds of processor that the process has used. */
function usedBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** @returns answers that came. */
async function ask(url: string, name: CallName, cookies: readonly string[]): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const end = performance.now() + LASTS;
  let answers = 0;
  const one = (index: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      const send = () => socket.write(requestOf(name, host, ADDRESS, cookies[index % cookies.length]));
      socket.on('connect', send);
      socket.on('data', (data) => {
        if (!data.includes('HTTP/1.1 ')) return;
        answers += 1;
        if (performance.now() < end) send();
        else socket.destroy();
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => resolve());
      setTimeout(() => socket.destroy(), LASTS * 4).unref();
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => one(index)));
  return answers;
}

/** @returns frames that were sent. */
async function say(url: string, next: () => string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket/ws`, {
    headers: { 'X-Forwarded-For': ADDRESS },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const end = performance.now() + LASTS;
  let sent = 0;
  while (performance.now() < end) {
    for (let count = 0; count < 20; count += 1) socket.send(next());
    sent += 20;
    await pause(5);
  }
  socket.terminate();
  return sent;
}

/** Costs of all calls, anonymous and signed in, and of all frames, most costly first. */
export async function measureCosts(url: string, pid: number, cookies: readonly string[]): Promise<Cost[]> {
  const idle = usedBy(pid);
  await pause(LASTS * 4);
  const perMillisecond = (usedBy(pid) - idle) / (LASTS * 4);
  const costs: Cost[] = [];
  const measure = async (name: string, act: () => Promise<number>): Promise<void> => {
    const [began, before] = [performance.now(), usedBy(pid)];
    const measured = await act();
    const used = usedBy(pid) - before - perMillisecond * (performance.now() - began);
    costs.push({ name, milliseconds: round(Math.max(0, used) / Math.max(1, measured), 3), measured });
  };
  // The bars of charts are put together once.
  for (let count = 0; count < WARM_UP; count += 1) await ask(url, 'candles', ['']);
  for (const name of CALLS) {
    await measure(`${name}, anonymous`, () => ask(url, name, ['']));
    // A logout would end the sessions of what follows.
    if (name !== 'logout') await measure(`${name}, signed in`, () => ask(url, name, cookies));
  }
  for (const [name, next] of Object.entries(FRAMES)) await measure(`frame ${name}`, () => say(url, next));
  return costs.toSorted((a, b) => b.milliseconds - a.milliseconds);
}
