import { parseArgs } from 'node:util';

const SETTINGS = { port: 'PORT', host: 'HOST', data: 'DATA_DIR', seed: 'SEED' } as const;
type Flag = keyof typeof SETTINGS;
const isFlag = (name: string): name is Flag => Object.hasOwn(SETTINGS, name);

const helpOf = (command: string, does: string) =>
  `${command} -- [--port <number>] [--host <address>] [--data <folder>] [--seed <text>]
${does}
The same settings as environment variables: PORT, HOST, DATA_DIR, SEED; docs/configuration.md lists them all.`;

const value = { type: 'string' } as const;
const OPTIONS = { port: value, host: value, data: value, seed: value, help: { type: 'boolean' } } as const;

/** Puts the flags of a command into the environment. Help and a wrong flag end the process. */
export function takeFlags(command: string, does: string, args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'option' && token.name === 'help') {
      console.log(helpOf(command, does));
      process.exit(0);
    }
    const isKnown = token.kind === 'option' && isFlag(token.name);
    if (!isKnown || token.value === undefined || token.value === '') {
      const text = token.kind === 'option' ? token.rawName : token.kind === 'positional' ? token.value : '--';
      const fault = isKnown ? `${text} needs a value` : `"${text}" is no option`;
      console.error(`${fault}: use --port, --host, --data or --seed, or ${command} -- --help.`);
      process.exit(2);
    }
    process.env[SETTINGS[token.name as Flag]] = token.value;
  }
}
