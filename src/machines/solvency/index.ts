export { provideSolvency } from './solvency.actors.ts';
export {
  selectChecked,
  selectStage,
  selectStatements,
  solvencyMachine,
  type CheckedProof,
  type SolvencyContext,
  type SolvencySnapshot,
  type SolvencyStage,
} from './solvency.machine.ts';
