#!/usr/bin/env node
// Starts Firefox (FIREFOX) for Playwright, which drives it by WebDriver BiDi, and relays their messages. Commands that
// Firefox ESR does not know yet are answered here: Playwright sends them on every page and needs no result.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const NOT_KNOWN = new Set(['emulation.setMediaFeaturesOverride']);
/** Bytes of a message. */
const MOST = 2 ** 28;
/** @param {import('ws').RawData} data */
const textOf = (data) => /** @type {Buffer} */ (data).toString();
const SAID = /WebDriver BiDi listening on (ws:\/\/.*)$/;

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => firefox.kill('SIGTERM'));

/** @param {string} address of Firefox */
async function passOn(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MOST });
  server.on('connection', (playwright, { url }) => {
    const line = new WebSocket(`${address}${url}`, { maxPayload: MOST });
    const isOpen = once(line, 'open');
    /** @param {string} text */
    const hear = async (text) => {
      await isOpen;
      const { id, method } = JSON.parse(text);
      if (NOT_KNOWN.has(method)) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else line.send(text);
    };
    playwright.on('message', (data) => void hear(textOf(data)));
    line.on('message', (data) => playwright.send(textOf(data)));
    line.on('close', () => playwright.close());
    playwright.on('close', () => line.close());
  });
  await once(server, 'listening');
  const own = server.address();
  if (own && typeof own === 'object') console.error(`WebDriver BiDi listening on ws://127.0.0.1:${own.port}`);
}

for await (const said of createInterface({ input: firefox.stderr })) {
  const address = SAID.exec(said)?.[1];
  if (address) await passOn(address);
  else console.error(said);
}
