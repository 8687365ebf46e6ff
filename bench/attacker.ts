// The process of one attack: `attacker.ts <url> <name>`.
import { ATTACKS } from './attack/attacks.ts';

const [url = '', name = ''] = process.argv.slice(2);
ATTACKS[name]?.(url);
