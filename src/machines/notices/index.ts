export * from './notices.machine.ts';
