import {
  initialTransition,
  transition,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import type { MachineSamples, Outcome } from '../../samples/machine-samples.ts';
import { actorName, pathOf } from '../../charts/inventory.ts';
import { advanceTimers, applyTimerActions, type Timer } from './timers.ts';

/** What a user of a sandbox does. */
export type PathStep =
  | { kind: 'send'; event: AnyEventObject }
  | { kind: 'finish'; actor: string; outcome: Outcome }
  | { kind: 'advance'; ms: number };

/** The way to a state, from a start with that input. */
export interface Path {
  input: MachineSamples['input'];
  steps: readonly PathStep[];
}

interface Position {
  snapshot: AnyMachineSnapshot;
  elapsedMs: number;
  timers: readonly Timer[];
  steps: readonly PathStep[];
}

/** More positions are not searched: the context of some machines has no end. */
const MAX_POSITIONS = 5000;

/**
 * The shortest way to a state with the samples' events and outcomes, the timers firing in order. Runs no actor.
 * @param target the path of the state
 * @returns null when no input leads to it
 */
export function findPath(machine: AnyStateMachine, samples: MachineSamples, target: string): Path | null {
  for (const input of [samples.input, ...Object.values(samples.otherInputs ?? {})]) {
    const steps = findSteps(machine, { ...samples, input }, target);
    if (steps) return { input, steps };
  }
  return null;
}

/** Breadth first. */
function findSteps(machine: AnyStateMachine, samples: MachineSamples, target: string) {
  const startMs = Date.now();
  let elapsedMs = 0;
  const input = samples.input?.({ now: () => startMs + elapsedMs });
  const [snapshot, actions] = initialTransition(machine, input);
  const first: Position = { snapshot, elapsedMs, timers: applyTimerActions([], actions), steps: [] };
  const positions = [first];
  const known = new Set([keyOf(first)]);
  // The loop also visits the positions that it adds.
  for (const { snapshot: before, timers, steps, ...position } of positions) {
    if (before._nodes.some((node) => pathOf(node) === target)) return steps;
    if (known.size >= MAX_POSITIONS) return null;
    for (const { step, event } of listSteps(before, timers, samples)) {
      const ms = step.kind === 'advance' ? step.ms : 0;
      elapsedMs = position.elapsedMs + ms;
      const [after, requested] = transition(machine, before, event);
      const left = step.kind === 'advance' ? advanceTimers(timers, ms) : timers;
      const reached: Position = {
        snapshot: after,
        elapsedMs,
        timers: applyTimerActions(left, requested),
        steps: [...steps, step],
      };
      const key = keyOf(reached);
      if (known.has(key)) continue;
      known.add(key);
      positions.push(reached);
    }
  }
  return null;
}

/** Equal for positions that behave alike, except for the progress of their timers. */
function keyOf({ snapshot, elapsedMs, timers }: Position): string {
  const { value, context } = snapshot as { value: unknown; context: unknown };
  return JSON.stringify([value, context, timers.map(({ id }) => id), elapsedMs]);
}

function listSteps(
  snapshot: AnyMachineSnapshot,
  [nextTimer]: readonly Timer[],
  { events, outcomes }: MachineSamples,
): { step: PathStep; event: AnyEventObject }[] {
  if (snapshot.status !== 'active') return [];
  const running = snapshot._nodes.flatMap((node) => node.invoke);
  return [
    ...Object.values(events).map((event) => ({ step: { kind: 'send' as const, event }, event })),
    ...running.flatMap(({ id, src }) => {
      const actor = actorName(src);
      return Object.values(outcomes[actor] ?? {}).map((outcome) => ({
        step: { kind: 'finish' as const, actor, outcome },
        event: {
          type: `xstate.${'output' in outcome ? 'done' : 'error'}.actor.${id}`,
          actorId: id,
          ...outcome,
        },
      }));
    }),
    ...(nextTimer ? [{ step: { kind: 'advance' as const, ms: nextTimer.ms }, event: nextTimer.event }] : []),
  ];
}
