import { isDeepStrictEqual, inspect } from 'node:util';
import type { Trace } from './itf.ts';

/** The product, driven by the steps of a trace. */
export interface Replay<State> {
  /** Carries out the last step of a state. */
  carryOut(state: State): Promise<void>;
  /** What the product's parts are now, in the terms of the model. */
  observe(state: State): unknown;
  /** The same of the model. */
  expect(state: State): unknown;
  stop(): void;
}

/** Carries out all steps of a trace. @returns the first difference between model and product, null when there is none */
export async function replayTrace<State extends { last: { name: string } }>(
  trace: Trace<State>,
  createReplay: () => Promise<Replay<State>>,
): Promise<string | null> {
  const replay = await createReplay();
  try {
    for (const [index, state] of trace.entries()) {
      if (state.last.name !== 'init') await replay.carryOut(state);
      const [expected, observed] = [replay.expect(state), replay.observe(state)];
      if (isDeepStrictEqual(expected, observed)) continue;
      const show = (value: unknown) => inspect(value, { depth: 8, breakLength: 120 });
      const steps = trace.slice(0, index + 1).map(({ last }) => JSON.stringify(last));
      return `after step ${index}:\n${steps.join('\n')}\nthe model has ${show(expected)}\nthe product has ${show(observed)}`;
    }
    return null;
  } finally {
    replay.stop();
  }
}

/** Lets everything that has begun finish: promises, ticks and immediates that lead to others. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
}
