import { signUp } from '../../support/people.ts';
import { until } from '../../support/until.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';
import { startAttackedGateway } from '../attacked-gateway.ts';

const MANY = 1_000_000;
const READY_MS = 5000;
/** The number of rows in one statement. */
const ROWS = 50_000;

export const revocations: AttackCase = {
  name: 'revocations',
  description: 'a gateway starts on a store with 1,000,000 revocations',
  async run(environment) {
    const { gateways, databaseUrl, run } = await environment.startGateways();
    const person = await signUp(gateways[0].url);
    const many = environment.scaled(MANY);
    for (let from = 1; from <= many; from += ROWS) {
      await run(insertRevocationsSql(from, Math.min(many, from + ROWS - 1)));
    }
    await run(`update streams set head = head + ${many}, head_tag = 'bulk' where id = 'revocations'`);
    for (const { url } of gateways) {
      const what = 'the running gateways have read the revocations';
      await until(async () => (await countHeld(url)) >= many, { what, timeoutMs: 60_000 });
    }
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: environment.redisUrl, RATE_LIMITS: 'off' };
    await using late = await startAttackedGateway(env);
    const answer = await fetch(`${late.url}/api/users/me`, {
      headers: { authorization: `Bearer ${person.accessToken}` },
    });
    const { rss } = await late.memory();
    return {
      figures: { 'ready after ms': late.readyMs, 'empty store ms': gateways[0].readyMs, 'rss MB': rss },
      faults: [...(answer.status === 200 ? [] : [`a call was answered ${answer.status}`]), ...late.faults()],
      missedTargets: describeMissedTarget('ms until ready:', late.readyMs, READY_MS),
    };
  },
};

/** The maximum of revocations in a gateway's memory. */
async function countHeld(url: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  return Number(/^cruddur_revocations_held (\d+)$/m.exec(page)?.[1] ?? NaN);
}

/** Sign-outs of this many users within the last minutes, with their log lines. */
function insertRevocationsSql(from: number, to: number): string {
  return `with ended as (
      insert into revocations (uuid, sub, origin_jti, all_before, at)
      select gen_random_uuid(), gen_random_uuid(), 'jti ' || n, null, now() - interval '5 minutes'
      from generate_series(${from}, ${to}) n returning uuid
    ), numbered as (
      select uuid, row_number() over () as n, (select head from streams where id = 'revocations') as head from ended
    )
    insert into log (stream, seq, tag, kind, ref, at)
    select 'revocations', head + ${from - 1} + n, 'bulk', 'session.ended', uuid, now() - interval '5 minutes' from numbered`;
}
