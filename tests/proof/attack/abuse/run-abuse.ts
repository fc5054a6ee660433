import type { Attack } from './attack.ts';
import { attacks } from './attacks.ts';
import { watchBystander, type Noticed } from './bystander.ts';
import { startWorld, type AbuseSize, type AbuseWorld } from './world.ts';

const WHOLE: AbuseSize = { people: 2500, cruds: 20_000, viewers: 2000, share: 1 };
/** Of it `npm run proof` judges what no busy machine changes. More viewers than one statement reads. */
const SHORT: AbuseSize = { people: 700, cruds: 1000, viewers: 600, share: 0.1 };
const WATCHED_SECONDS = 5;
/** How much longer another person's slowest reads may take during an attack. */
const RATIO_MAX = 5;
const HEALTH_MAX_MS = 50;
/** The embedded store runs in the gateway's own thread. */
const HOLD_MAX_MS = 100;

export interface AbuseOutcome {
  /** One for each attack. */
  lines: string[];
  faults: string[];
}

interface Services {
  adminUrl: string;
  redisUrl: string;
}

/** Each attack on a gateway with PostgreSQL and Redis, and on one with the embedded store, while another person reads. */
export async function runAbuse(services: Services): Promise<AbuseOutcome> {
  const outcome: AbuseOutcome = { lines: [], faults: [] };
  for (const [store, of] of listStores(services)) {
    await using world = await startWorld(of, WHOLE);
    for (const attack of attacksOn(world)) {
      const { line, faults } = await runOne(world, attack);
      outcome.lines.push(`${store}: ${line}`);
      outcome.faults.push(...faults.map((fault) => `${store}: ${attack.name}: ${fault}`));
    }
  }
  return outcome;
}

/** Small attacks, all at the same time. @returns faults of which no time is one */
export async function runShortAbuse(services: Services): Promise<string[]> {
  const faults = await Promise.all(
    listStores(services).map(async ([store, of]) => {
      await using world = await startWorld(of, SHORT);
      const bystander = await world.signUp();
      const watched = watchBystander(world.url, bystander, WATCHED_SECONDS);
      const found = await Promise.all(
        attacksOn(world).map(async (attack) => {
          const end = await attack.start(world, WATCHED_SECONDS);
          return ((await end()).faults ?? []).map((fault) => `${attack.name}: ${fault}`);
        }),
      );
      return [...found.flat(), ...failedReads(await watched)].map((fault) => `${store}: ${fault}`);
    }),
  );
  return faults.flat();
}

const listStores = (services: Services) =>
  [
    ['PostgreSQL', services],
    ['embedded store', null],
  ] as const;

const attacksOn = ({ createDatabase }: AbuseWorld) =>
  attacks.filter(({ needsPostgres }) => createDatabase !== null || !needsPostgres);

async function runOne(world: AbuseWorld, attack: Attack): Promise<{ line: string; faults: string[] }> {
  const bystander = await world.signUp();
  const watch = () => watchBystander(world.url, bystander, WATCHED_SECONDS);
  const idle = await watch();
  await world.readMost();
  const end = await attack.start(world, WATCHED_SECONDS);
  const during = await watch();
  const { figure, faults = [] } = await end();
  const { holdMs, listed } = await world.readMost();
  const { listedMax = Infinity } = attack;
  if (listed > listedMax) faults.push(`a statement was for ${listed} of ${listedMax}`);
  if (holdMs > HOLD_MAX_MS) faults.push(`the process was held for ${holdMs} of ${HOLD_MAX_MS} ms`);
  return {
    line: `${attack.name}: ${describe(idle, during)}, held ${holdMs} ms, ${listed} in a statement at most; ${figure}`,
    faults: [...faults, ...judge(idle, during)],
  };
}

const ratioOf = (idle: Noticed, during: Noticed) => during.homeP99Ms / idle.homeP99Ms;

const describe = (idle: Noticed, during: Noticed) =>
  `home p99 ${idle.homeP99Ms.toFixed(1)} → ${during.homeP99Ms.toFixed(1)} ms (${ratioOf(idle, during).toFixed(1)} ×), ` +
  `/healthz p99 ${during.healthP99Ms.toFixed(1)} ms`;

function judge(idle: Noticed, during: Noticed): string[] {
  const ratio = ratioOf(idle, during);
  return [
    ...(ratio > RATIO_MAX ? [`home is ${ratio.toFixed(1)} × slower, of ${RATIO_MAX}`] : []),
    ...(during.healthP99Ms > HEALTH_MAX_MS
      ? [`/healthz takes ${during.healthP99Ms.toFixed(0)} of ${HEALTH_MAX_MS} ms`]
      : []),
    ...failedReads(during),
  ];
}

const failedReads = ({ failed }: Noticed) => (failed > 0 ? [`${failed} reads failed`] : []);
