/** `npm run machines`: writes `docs/machines.md` from the machines, and computes the chart layouts that are outdated. */
import { writeFileSync } from 'node:fs';
import { storeLayout, storeLayouts } from '../../client/devtools/chart-layout/stored-layouts.ts';
import { door, DOOR_LAYOUT } from '../unit/devtools/charts/samples.ts';
import { renderMachinesDocument } from './render-machines-document.ts';

writeFileSync('docs/machines.md', renderMachinesDocument());
const computedLayouts = await storeLayouts();
if (await storeLayout(door, DOOR_LAYOUT)) computedLayouts.push(door.machine);
if (computedLayouts.length > 0) process.stdout.write(`Laid out: ${computedLayouts.join(', ')}.\n`);
