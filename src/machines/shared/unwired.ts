/**
 * Stands for an effect until the composition root wires the real one. Using it is a defect, so it throws, loudly
 * (docs/architecture.md, "How a machine is written").
 */
export const unwired = (name: string) => (): never => {
  throw new Error(`not wired: ${name}`);
};

type Action<Params> = (args: unknown, params: Params) => void;

/** The same for an action with params. */
export const unwiredAction = <Params>(name: string): Action<Params> => unwired(name);
