import { expect } from 'vitest';
import { testModelIn } from './testModel.ts';

// Runs before each file of tests. A file that holds a model declares no tests; they are made of the model here.
const { testPath } = expect.getState();
if (testPath?.endsWith('.model.ts') === true) await testModelIn(testPath);
