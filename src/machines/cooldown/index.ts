export * from './cooldown.machine.ts';
