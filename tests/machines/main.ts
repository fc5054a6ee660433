/** `npm run machines`: writes `docs/machines.md` anew from the machines, and lays out the charts that are not kept as they are. */
import { writeFileSync } from 'node:fs';
import { keepLayouts } from '../../client/layout/all-layouts.ts';
import { machinesPage } from './page.ts';

writeFileSync('docs/machines.md', machinesPage());
const made = await keepLayouts();
if (made.length > 0) process.stdout.write(`Laid out: ${made.join(', ')}.\n`);
