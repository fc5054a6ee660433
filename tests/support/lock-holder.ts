import { lockDirectory } from '../../server/src/store/directory-lock.ts';

/** A program that locks a data directory, prints a line, and keeps the lock: `tsx lock-holder.ts DIRECTORY`. */
await lockDirectory(process.argv[2] ?? '');
process.stdout.write(`locked ${process.pid}\n`);
setInterval(() => undefined, 60_000);
