import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import { actorName } from '../../../client/src/charts/inventory.ts';
import { sayStep, type Scene } from '../paths/model.ts';
import { beginning, type Moment } from '../paths/moment.ts';
import type { Stride } from '../paths/cover.ts';
import { readPage, type Shown } from './shown.ts';
import type { Cast, Stage, World } from './world.ts';

/** How often a page is looked at before its own small timers get some of the time that stands still. */
const PATIENCE = 8;
const TICK_MS = 20;

/** Walks on a real page, and looks after every step whether it shows what the machine's state says. */
export async function walkOn(stage: Stage, world: World, walk: readonly Stride[]): Promise<void> {
  const { page, line } = stage;
  const cast = await world.open(stage);
  const asked = new Map<string, number>();
  let before = beginning(world.model).moment;
  await look(page, world.expects(before), 'the start');
  for (const [index, { step, moment }] of walk.entries()) {
    const where = () =>
      `after ${walk
        .slice(0, index + 1)
        .map(({ step: one }) => sayStep(one))
        .join(' → ')}`;
    if (step.kind === 'act') line.hold([...Object.values(world.calls), ...(world.holds ?? [])]);
    if (step.kind === 'pass') await page.clock.fastForward(step.ms);
    else if (step.kind === 'act') await castOf(cast, step.name)();
    else await end({ stage, world, cast }, step, before.scene);
    for (const operation of started(world, before, moment)) {
      asked.set(operation, (asked.get(operation) ?? 0) + 1);
    }
    const expected = world.expects(moment);
    await look(page, expected, where());
    // Where nothing can be said of the page, it is on its way to the next step by itself.
    const isAtRest = Object.keys(expected).length > 0;
    for (const [operation, count] of isAtRest ? asked : []) {
      await until(() => line.count(operation) === count, {
        what: () => `${operation} was asked ${line.count(operation)} times, not ${count}, ${where()}`,
      });
    }
    before = moment;
  }
}

function castOf({ acts }: Cast, name: string): () => Promise<void> {
  const act = acts[name];
  if (!act) throw new Error(`Nobody does "${name}".`);
  return act;
}

type Parts = { stage: Stage; world: World; cast: Cast };

async function end(
  { stage, world, cast }: Parts,
  { actor, name }: { actor: string; name: string },
  scene: Scene,
) {
  const ending = `${actor}: ${name}`;
  const fate = (await cast.endings?.[ending]?.()) ?? 'through';
  if (world.asksNothing?.(actor, scene)) return;
  const operation = world.calls[actor];
  if (operation === undefined) throw new Error(`Nobody knows what ${actor} asks for.`);
  const trace = cast.unseen?.[ending];
  const left = await trace?.();
  await stage.line.decide(operation, fate);
  if (trace) await until(async () => (await trace()) !== left, { what: `${ending} has come` });
}

/** The calls of the actors that a step has started. */
function started({ calls, asksNothing }: World, before: Moment, after: Moment): string[] {
  const actors = ({ snapshot }: Moment) =>
    Object.values(snapshot.children as Record<string, { src: unknown }>);
  const running = new Set(actors(before));
  return actors(after)
    .filter((actor) => !running.has(actor))
    .map(({ src }) => actorName(src))
    .filter((actor) => !asksNothing?.(actor, after.scene))
    .flatMap((actor) => calls[actor] ?? []);
}

async function look(page: Page, expected: Partial<Shown>, where: string): Promise<void> {
  let shown: Partial<Shown> = {};
  let looks = 0;
  const matches = async () => {
    if (++looks > PATIENCE) await page.clock.runFor(TICK_MS);
    const all = await readPage(page);
    const names = Object.keys(expected) as (keyof Shown)[];
    shown = Object.fromEntries(names.map((name) => [name, all[name]]));
    return isDeepStrictEqual(shown, expected);
  };
  const what = () => `${where}: ${JSON.stringify(shown)} should be ${JSON.stringify(expected)}`;
  await until(matches, { what, timeoutMs: 8000 });
}
