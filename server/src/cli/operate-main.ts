import { userInfo } from 'node:os';
import { loadStoreConfig, readEnvironment } from '../config/load-config.ts';
import { StartupError } from '../config/startup-error.ts';
import type { OperatorAnswer, OperatorRequest } from '../domain/moderation/operator-request.ts';
import { describeAnswer, toJsonLine } from '../operate/describe-answer.ts';
import { OPERATE_USAGE, parseCommand } from '../operate/parse-command.ts';
import { sendCommand } from '../operate/send-command.ts';
import { openPostgres } from '../store/open-postgres.ts';
import { createLogger, print, printError } from '../wiring/logger.ts';
import { operateOnStore } from '../wiring/operate-on-store.ts';
import { openStoreClock } from '../wiring/store-clock.ts';

/** Two are reserved, one is kept free of writes, and one is left for them. */
const CONNECTIONS = 4;

/** `npm run operate -- COMMAND`: moderates a site that is running. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    print(OPERATE_USAGE);
    return;
  }
  const { command, json } = parseCommand(process.argv.slice(2));
  const answer = await carryOut({ operator: userInfo().username, command });
  if ('fault' in answer) throw new StartupError(answer.fault);
  print(json ? toJsonLine(answer) : describeAnswer(answer));
}

/** An embedded store is open in the running program only; PostgreSQL serves this process beside the gateways. */
async function carryOut(request: OperatorRequest): Promise<OperatorAnswer> {
  const { store: config, logLevel } = loadStoreConfig(readEnvironment());
  if (config.kind === 'embedded') return sendCommand(config.dataDir, request);
  const store = await openPostgres(config.url, createLogger(logLevel), CONNECTIONS);
  try {
    const clock = await openStoreClock(store, { monotonicMs: () => performance.now() });
    return await operateOnStore(store, request, clock);
  } finally {
    await store.close();
  }
}

try {
  await main();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  printError(error instanceof StartupError ? reason : `The command failed: ${reason}`);
  process.exitCode = error instanceof StartupError ? error.exitCode : 1;
}
