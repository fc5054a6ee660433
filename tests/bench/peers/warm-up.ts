import { openPoster } from './open-poster.ts';
import type { BenchGateway, BenchPerson } from './peer-environment.ts';

const WRITERS = 16;
const ROUNDS = 200;

/** Posts cruds until the gateway's code is compiled, as that of one with this many sockets is. */
export async function warmUp(gateway: BenchGateway, person: BenchPerson | undefined): Promise<void> {
  const post = await openPoster(gateway, person, WRITERS);
  for (let round = 0; round < ROUNDS; round += 1) await post(`warm-up ${String(round)}`, WRITERS);
}
