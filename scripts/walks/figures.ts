/** Where paths run: on the machine's actor, on its screen, or against the venue. */
export type Place = 'actor' | 'screen' | 'venue';

/** What tests cover of a machine somewhere. */
export interface Figures {
  /** States without inner states. */
  readonly states: number;
  readonly transitions: number;
  /** Transitions that cannot be taken there, each with the reason. */
  readonly exceptions: Readonly<Record<string, string>>;
}

export interface MachineFigures extends Partial<Readonly<Record<Place, Figures>>> {
  readonly states: number;
  readonly transitions: number;
}
