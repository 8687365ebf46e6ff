import { testMachine } from './tools/model.ts';
import { cooldownModel } from './cooldown.model.ts';

testMachine(cooldownModel);
