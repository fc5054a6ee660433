import type { Runtime } from '../../../../runtime/runtime.ts';

const nothing = () => undefined;

/** A page whose time does not pass by itself: a sandbox advances it. */
export const STOPPED_RUNTIME: Runtime = {
  now: () => 0,
  timers: { after: () => nothing, every: () => nothing },
  random: () => 0,
  newId: () => '',
  page: { isVisible: () => true, isOnline: () => true, on: nothing },
};
