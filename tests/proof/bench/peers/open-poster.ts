import { pathOf, routes } from '@cruddur/shared';
import { openHttpConnection } from './http-connection.ts';
import { createRequestWriter } from './http-request.ts';
import type { BenchPerson } from './sign-in-filled-people.ts';
import type { BenchGateway } from './start-bench-gateway.ts';

const WARM_UP_WRITERS = 16;
const WARM_UP_ROUNDS = 200;
const TEXT = 'one of very many, as long as people write when they have something to say';

/** A request for a crud, as the load generator sends it. */
export function createPost(person: BenchPerson | undefined, message = TEXT) {
  return {
    method: routes.createActivity.method,
    path: pathOf(routes.createActivity, {}),
    ...(person && { accessToken: person.accessToken }),
    body: { message, ttl: '7-days' },
    isOperation: true,
  };
}

/** Posts cruds whose text contains a marker, up to `most` at the same time. */
export async function openPoster({ url }: BenchGateway, person: BenchPerson | undefined, most: number) {
  const connections = await Promise.all(Array.from({ length: most }, () => openHttpConnection(url)));
  return async (marker: string, count: number): Promise<void> => {
    const write = createRequestWriter(url, createPost(person, `${marker} ${TEXT}`));
    const answers = connections
      .slice(0, count)
      .map(
        (connection) =>
          new Promise<number>((resolve) => connection.send(write(), ({ status }) => resolve(status))),
      );
    const refused = (await Promise.all(answers)).find((status) => status !== 200);
    if (refused !== undefined) throw new Error(`a crud was answered ${String(refused)}`);
  };
}

/** Posts cruds until the gateway's code is compiled, as that of one with this many sockets is. */
export async function warmUp(gateway: BenchGateway, person: BenchPerson | undefined): Promise<void> {
  const post = await openPoster(gateway, person, WARM_UP_WRITERS);
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    await post(`warm-up ${String(round)}`, WARM_UP_WRITERS);
}
