import type { ReactNode } from 'react';

/** Their order, and the caption of each picture. */
export const STATES = ['rest', 'hover', 'focus', 'pressed', 'disabled', 'busy', 'invalid'] as const;
export type State = (typeof STATES)[number];

/** Where a state is shown: the first element that the selector finds in the cell. */
export interface Mark {
  readonly state: State;
  readonly of: string;
}

export interface Cell {
  readonly caption: string;
  readonly marks: readonly Mark[];
  readonly content: ReactNode;
}

/** One control of the product, in a cell for each of its states. */
export interface Specimen {
  readonly name: string;
  /** Rows of a table, which need the whole width. */
  readonly isWide?: boolean;
  readonly cells: readonly Cell[];
}

export interface Section {
  /** The name of its pictures. */
  readonly name: string;
  readonly title: string;
  readonly specimens: readonly Specimen[];
}

/** States that any control can be in. */
export const POINTED = ['rest', 'hover', 'focus', 'pressed'] as const satisfies readonly State[];

/** The same control once for each state. @param of the element that is in that state. */
export function inStates(
  name: string,
  of: string,
  states: readonly State[],
  draw: (state: State) => ReactNode,
): Specimen {
  return {
    name,
    cells: states.map((state) => ({ caption: state, marks: [{ state, of }], content: draw(state) })),
  };
}

/** A part of a screen once, with several of its elements in a state each. */
export const inPlace = (
  name: string,
  content: ReactNode,
  marks: readonly (readonly [state: State, of: string])[],
): Specimen => ({
  name,
  isWide: true,
  cells: [
    {
      caption: marks.map(([state]) => state).join(', '),
      marks: marks.map(([state, of]) => ({ state, of })),
      content,
    },
  ],
});

/** Things with one look only, such as a badge. */
export const still = (name: string, content: ReactNode): Specimen => ({
  name,
  cells: [{ caption: 'rest', marks: [{ state: 'rest', of: '*' }], content }],
});

export const nothing = (): void => undefined;
