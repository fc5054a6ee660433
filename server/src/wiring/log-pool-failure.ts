import { OverloadRefusal } from '../domain/errors.ts';
import type { Logger } from '../logger.ts';

/** Logs failed calls of the local pool. Those refused under load are counted by the metrics; a line for each would add to the load. */
export const logPoolFailure =
  (logger: Pick<Logger, 'error'>) =>
  (error: unknown, request_id: string | undefined): void => {
    if (!(error instanceof OverloadRefusal))
      logger.error({ err: error, request_id }, 'the local pool failed');
  };
