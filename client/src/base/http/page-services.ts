import type { Call } from './http-client.ts';
import type { Logger } from '../logger.ts';
import { createRequiredContext } from '../page/required-context.ts';

/** The page's HTTP client. */
export const [CallContext, useCall] = createRequiredContext<Call>('CallContext');

export const [LoggerContext, useLogger] = createRequiredContext<Logger>('LoggerContext');

export interface Release {
  /** Of the server that served the page; empty where unknown. */
  version: string;
  /** That the server was built from; empty where unknown. */
  commit: string;
}

export const [ReleaseContext, useRelease] = createRequiredContext<Release>('ReleaseContext');
