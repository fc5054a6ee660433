import type { AnyEventObject } from 'xstate';

/** A delayed event of a machine. */
export type Timer = { id: string; event: AnyEventObject; ms: number };

/** An action that the library requests after a transition; only timers matter here. */
export type RequestedAction = { type: string; params?: unknown };

type TimerRequest = { id?: string; sendId?: string; delay?: number; event?: AnyEventObject };

/** The timers after a transition's actions have started and stopped some; soonest first, the older of two simultaneous ones first. */
export function applyTimerActions(timers: readonly Timer[], actions: readonly RequestedAction[]): Timer[] {
  let left = [...timers];
  for (const { type, params } of actions) {
    const { id, sendId, delay, event } = (params ?? {}) as TimerRequest;
    if (type === 'xstate.cancel') left = left.filter((timer) => timer.id !== sendId);
    if (type !== 'xstate.raise' || id === undefined || delay === undefined || !event) continue;
    left = [...left.filter((timer) => timer.id !== id), { id, event, ms: delay }];
  }
  return left.sort((one, other) => one.ms - other.ms);
}

/** After this many milliseconds, when the first timer is due. */
export function advanceTimers([, ...rest]: readonly Timer[], ms: number): Timer[] {
  return rest.map((timer) => ({ ...timer, ms: timer.ms - ms }));
}
