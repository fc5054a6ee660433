import { lockDirectory } from '../../server/src/store/directory-lock.ts';

/** A program that takes a data directory, says so, and keeps it: `tsx lock-holder.ts DIRECTORY`. */
await lockDirectory(process.argv[2] ?? '');
process.stdout.write(`locked ${process.pid}\n`);
setInterval(() => undefined, 60_000);
