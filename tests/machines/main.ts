/** `npm run machines`: writes `docs/machines.md` anew from the machines. */
import { writeFileSync } from 'node:fs';
import { machinesPage } from './page.ts';

writeFileSync('docs/machines.md', machinesPage());
