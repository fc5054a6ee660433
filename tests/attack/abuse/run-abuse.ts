import { attacks, type Attack } from './attacks.ts';
import { watchBystander, type Noticed } from './bystander.ts';
import { startWorld, type AbuseWorld } from './world.ts';

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

/** Each attack on a gateway with PostgreSQL and Redis, and on one with the embedded store, while another person reads. */
export async function runAbuse(services: { adminUrl: string; redisUrl: string }): Promise<AbuseOutcome> {
  const outcome: AbuseOutcome = { lines: [], faults: [] };
  for (const store of ['PostgreSQL', 'embedded store'] as const) {
    await using world = await startWorld(store === 'PostgreSQL' ? services : null);
    for (const attack of attacks) {
      if (attack.needsPostgres && world.databaseUrl === null) continue;
      const { line, faults } = await runOne(world, attack);
      outcome.lines.push(`${store}: ${line}`);
      outcome.faults.push(...faults.map((fault) => `${store}: ${attack.name}: ${fault}`));
    }
  }
  return outcome;
}

async function runOne(world: AbuseWorld, attack: Attack): Promise<{ line: string; faults: string[] }> {
  const bystander = await world.signUp();
  const watch = () => watchBystander(world.url, bystander, WATCHED_SECONDS);
  const idle = await watch();
  await world.readHoldMs();
  const end = await attack.start(world, WATCHED_SECONDS);
  const during = await watch();
  const { figure, faults = [] } = await end();
  const holdMs = await world.readHoldMs();
  if (holdMs > HOLD_MAX_MS) faults.push(`the process was held for ${holdMs} of ${HOLD_MAX_MS} ms`);
  return {
    line: `${attack.name}: ${describe(idle, during)}, held ${holdMs} ms at most; ${figure}`,
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
    ...(during.failed > 0 ? [`${during.failed} reads failed`] : []),
  ];
}
