import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import { actorName } from '../../../client/devtools/charts/inventory.ts';
import { describeStep, type EnvironmentState } from '../paths/model.ts';
import { createInitialResult, type ModelState } from '../paths/model-state.ts';
import type { WalkStep } from '../paths/generate-walks.ts';
import { readPageContent, type PageContent } from './page-content.ts';
import type { PageDriver, WalkContext, WalkSetup } from './walk-setup.ts';

/** The number of checks of a page before its own short timers get some of the paused time. */
const FROZEN_CHECKS = 8;
const TICK_MS = 20;

/** Walks on a real page, and checks after every step that it shows what the machine's state requires. */
export async function walkPage(
  context: WalkContext,
  walkSetup: WalkSetup,
  walk: readonly WalkStep[],
): Promise<void> {
  const { page, network } = context;
  const driver = await walkSetup.openPage(context);
  const expectedCounts = new Map<string, number>();
  let before = createInitialResult(walkSetup.model).state;
  await expectPageContent(page, walkSetup.expectContent(before), 'the start');
  for (const [index, { step, state }] of walk.entries()) {
    const where = () =>
      `after ${walk
        .slice(0, index + 1)
        .map(({ step: one }) => describeStep(one))
        .join(' → ')}`;
    if (step.kind === 'action')
      network.holdOperations([
        ...Object.values(walkSetup.operationByActor),
        ...(walkSetup.heldOperations ?? []),
      ]);
    if (step.kind === 'pass') await page.clock.fastForward(step.ms);
    else if (step.kind === 'action') await findDriver(driver, step.name)();
    else await performOutcome({ context, walkSetup, driver }, step, before.environment);
    for (const operation of listStartedOperations(walkSetup, before, state)) {
      expectedCounts.set(operation, (expectedCounts.get(operation) ?? 0) + 1);
    }
    const expected = walkSetup.expectContent(state);
    await expectPageContent(page, expected, where());
    // A state without expected content is followed by the next step automatically.
    const hasExpectedContent = Object.keys(expected).length > 0;
    for (const [operation, count] of hasExpectedContent ? expectedCounts : []) {
      await until(() => network.countRequests(operation) === count, {
        what: () =>
          `${operation} was requested ${network.countRequests(operation)} times, not ${count}, ${where()}`,
      });
    }
    before = state;
  }
}

function findDriver({ userActions }: PageDriver, name: string): () => Promise<void> {
  const action = userActions[name];
  if (!action) throw new Error(`the setup has no action "${name}"`);
  return action;
}

type WalkParts = { context: WalkContext; walkSetup: WalkSetup; driver: PageDriver };

async function performOutcome(
  { context, walkSetup, driver }: WalkParts,
  { actor, name }: { actor: string; name: string },
  environment: EnvironmentState,
) {
  const ending = `${actor}: ${name}`;
  const decision = (await driver.prepareOutcome?.[ending]?.()) ?? 'through';
  if (walkSetup.hasNoRequest?.(actor, environment)) return;
  const operation = walkSetup.operationByActor[actor];
  if (operation === undefined) throw new Error(`the operations of ${actor} are not defined`);
  const trace = driver.readHiddenEffect?.[ending];
  const left = await trace?.();
  await context.network.decideRequest(operation, decision);
  if (trace) await until(async () => (await trace()) !== left, { what: `${ending} has taken effect` });
}

/** The calls of the actors that a step has started. */
function listStartedOperations(
  { operationByActor, hasNoRequest }: WalkSetup,
  before: ModelState,
  after: ModelState,
): string[] {
  const actors = ({ snapshot }: ModelState) =>
    Object.values(snapshot.children as Record<string, { src: unknown }>);
  const running = new Set(actors(before));
  return actors(after)
    .filter((actor) => !running.has(actor))
    .map(({ src }) => actorName(src))
    .filter((actor) => !hasNoRequest?.(actor, after.environment))
    .flatMap((actor) => operationByActor[actor] ?? []);
}

async function expectPageContent(page: Page, expected: Partial<PageContent>, where: string): Promise<void> {
  let shown: Partial<PageContent> = {};
  let checks = 0;
  const matches = async () => {
    if (++checks > FROZEN_CHECKS) await page.clock.runFor(TICK_MS);
    const all = await readPageContent(page);
    const names = Object.keys(expected) as (keyof PageContent)[];
    shown = Object.fromEntries(names.map((name) => [name, all[name]]));
    return isDeepStrictEqual(shown, expected);
  };
  const what = () => `${where}: ${JSON.stringify(shown)} should be ${JSON.stringify(expected)}`;
  await until(matches, { what });
}
