// Loaded into a gateway before it starts: on SIGUSR2 it collects garbage and prints one line of memory figures.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  process.stdout.write(`memory: ${JSON.stringify({ rss, heapUsed })}\n`);
});
