import { testMachine } from './tools/model.ts';
import { resourceModel } from './resource.model.ts';

testMachine(resourceModel);
