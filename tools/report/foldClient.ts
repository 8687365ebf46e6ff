// Loaded by the report when a group is folded, because the layout's library is larger than all the rest.
import { diagramOf } from '../inspector/diagram.ts';
import { folded } from '../inspector/stateBox.ts';
import type { MachineFile } from './page.ts';

export type FoldedDiagram = (name: string, file: MachineFile, shut: ReadonlySet<string>) => Promise<string>;

const draw: FoldedDiagram = (name, { box, transitions, causes }, shut) =>
  diagramOf(name, folded(box, shut), transitions, new Map(causes));
Object.assign(globalThis, { quietbookFold: draw });
