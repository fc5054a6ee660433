/**
 * `npm run bench -- --visitor`: blocking time and the first press of visitors' pages. `-- --interaction`: the response to
 * presses and keys. `-- --peers`: beside bare servers. Needs a build; `--peers` also PostgreSQL and Redis.
 */
import { readOptionsOrExit } from '../../support/read-options.ts';
import { BENCH_USAGE, readMode } from './options.ts';

switch (readOptionsOrExit(BENCH_USAGE, readMode)) {
  case '--visitor':
    await import('./visitor/main.ts');
    break;
  case '--interaction':
    await import('./interaction/main.ts');
    break;
  case '--peers':
    await import('./peers/main.ts');
}
