import { createInProcessBus } from '../../../../server/src/bus/in-process.ts';
import { systemClock, type Clock } from '../../../../server/src/domain/clock.ts';
import { createStrictTallies } from '../machines/create-strict-tallies.ts';
import { createFakeLog } from './fake-log.ts';
import { createManualTimers } from './manual-timers.ts';
import { silentLogger } from './silent-logger.ts';

/** What readers of streams need, with a log and timers that a test moves by hand. */
export const createReaderParts = (log = createFakeLog(), clock: Clock = systemClock) => ({
  log,
  clock,
  timers: createManualTimers(),
  bus: createInProcessBus(),
  logger: silentLogger,
  machines: createStrictTallies(clock),
});
