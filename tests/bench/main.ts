/**
 * `npm run bench`: the ratios of our layers. `-- --sockets`: 2,000 sockets on one gateway. `-- --slow`: clients that stop
 * reading. `-- --redis`: Redis stopped and frozen under load. `-- --paint`: first paint and layout shift on a slow phone.
 * `-- --visitor`: scripts, blocking time and the first press of visitors' pages. `-- --interaction`: the response to presses
 * and keys. `-- --peers`: beside bare servers. `-- --growth`: on a growing store. Needs a build; the long forms need PostgreSQL
 * and Redis.
 */
import { readOptionsOrExit } from '../support/read-options.ts';
import { BENCH_USAGE, readMode } from './options.ts';

switch (readOptionsOrExit(BENCH_USAGE, readMode)) {
  case '--sockets':
    await import('./sockets/main.ts');
    break;
  case '--slow':
    await import('./sockets/slow-sockets.ts');
    break;
  case '--redis':
    await import('./redis/main.ts');
    break;
  case '--paint':
    await import('./paint/main.ts');
    break;
  case '--visitor':
    await import('./visitor/main.ts');
    break;
  case '--interaction':
    await import('./interaction/main.ts');
    break;
  case '--peers':
    await import('./peers/main.ts');
    break;
  case '--growth':
    await import('./growth/main.ts');
    break;
  case undefined:
    await import('./layers.ts');
}
