import type { AnyEventObject } from 'xstate';

/** A delayed event of a machine. */
export type Timer = { id: string; event: AnyEventObject; ms: number };

/** What the library asks for after a transition; timers are the part of it that matters here. */
export type RequestedAction = { type: string; params?: unknown };

type TimerRequest = { id?: string; sendId?: string; delay?: number; event?: AnyEventObject };

/** The timers once a transition's actions have set and stopped some; soonest first, the older of two at once first. */
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

/** After so many milliseconds, at which the first one rang. */
export function advanceTimers([, ...rest]: readonly Timer[], ms: number): Timer[] {
  return rest.map((timer) => ({ ...timer, ms: timer.ms - ms }));
}
