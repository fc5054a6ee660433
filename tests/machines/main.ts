/** `npm run machines`: writes `docs/machines.md` anew from the machines, and lays out the charts that are not kept as they are. */
import { writeFileSync } from 'node:fs';
import { storeLayouts } from '../../client/chart-layout/stored-layouts.ts';
import { renderMachinesDocument } from './render-machines-document.ts';

writeFileSync('docs/machines.md', renderMachinesDocument());
const computedLayouts = await storeLayouts();
if (computedLayouts.length > 0) process.stdout.write(`Laid out: ${computedLayouts.join(', ')}.\n`);
