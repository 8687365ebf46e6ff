/** On the actor, on the screen, or against the venue. */
export type Place = 'actor' | 'screen' | 'venue';

/** What of a chart was walked somewhere. */
export interface Figures {
  /** States that hold no other. */
  readonly states: number;
  readonly transitions: number;
  /** Transitions that cannot be taken there, each with the reason. */
  readonly exceptions: Readonly<Record<string, string>>;
}

export interface ChartFigures extends Partial<Readonly<Record<Place, Figures>>> {
  readonly states: number;
  readonly transitions: number;
}
