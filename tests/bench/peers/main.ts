/** `npm run bench -- --peers`: our figures beside those of bare servers on this machine, see docs/performance.md. */
import { allRows } from './all-rows.ts';

for (const { name, title } of allRows) process.stdout.write(`${name}: ${title}\n`);
