import type { OutputOf, RouteName, Routes } from '@cruddur/shared';
import type { Answer, Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

/**
 * The answer to an operation that was carried out before, built anew from its row; null when it is the first time.
 * Asked before anything but the token is checked, so a retry is answered alike whatever has changed since.
 * @throws Refusal operation_id_reused for another fingerprint; activity_expired when the thing is gone
 */
export type ReplayOperation = <N extends RouteName>(
  name: N,
  viewer: Viewer,
  operation: Operation,
) => Promise<Answer<OutputOf<Routes[N]>> | null>;
