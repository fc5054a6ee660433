import { pageUrls } from '@cruddur/shared';

/** The address of a program that was started by `npm start`. */
const LOCAL_PROGRAM = 'http://localhost:4567';

export interface WatchedPart {
  sabotage?: string | undefined;
  /** The parts of the schedule that run; all without it. */
  only?: readonly string[] | undefined;
}

/** Where a seed can be watched: it runs to its end there, with the same history. */
export function watchAddress(seed: number, { sabotage, only }: WatchedPart = {}): string {
  const params = new URLSearchParams({
    ...{ view: 'simulate', seed: String(seed) },
    ...(sabotage !== undefined && { sabotage }),
    ...(only && { only: only.join() }),
    speed: 'full',
  });
  return `${LOCAL_PROGRAM}${pageUrls.machines}?${params.toString()}`;
}
