import { openPoster } from '../bench/peers/open-poster.ts';
import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import type { SocketLoad } from './calibration.ts';
import { openGatewaySockets } from './open-gateway-sockets.ts';

/** Until the code of a delivery is compiled. */
const WARM_UP_SECONDS = 2;
/** The result is the lowest of several parts: work beside the bench and large collections of garbage fall into single ones, and only add. */
const PARTS = 4;
const PART_SECONDS = 1.5;

/**
 * Posts cruds at a gateway of its own; each round starts when all sockets have the cruds of the one before.
 * @param burst cruds at the same time
 * @param baseUs processor time per second of a gateway without sockets: sockets that receive cruds get no heads
 * @returns processor time per crud
 */
export async function measureFanoutCost(
  environment: PeerEnvironment,
  load: SocketLoad,
  { burst, baseUs }: { burst: number; baseUs: number },
): Promise<number> {
  await using opened = await openGatewaySockets(environment, load);
  const { gateway, crowd } = opened;
  // The gateway closes connections without requests.
  const publish = await openPoster(gateway, environment.people[0], burst);
  let round = 0;
  const runRounds = async (seconds: number) => {
    const [startedAt, before, first] = [performance.now(), gateway.program.cpuSeconds(), round];
    for (; performance.now() - startedAt < seconds * 1000; round += 1) {
      const marker = `round-${String(burst)}-${String(round)}-`;
      const wait = await crowd.expect(marker, burst);
      await publish(marker, burst);
      await wait();
    }
    const baseline = (baseUs * (performance.now() - startedAt)) / 1000;
    const workUs = (gateway.program.cpuSeconds() - before) * 1e6 - baseline;
    return workUs / ((round - first) * burst);
  };
  await runRounds(WARM_UP_SECONDS);
  const parts: number[] = [];
  for (let part = 0; part < PARTS; part += 1) parts.push(await runRounds(PART_SECONDS));
  return Math.min(...parts);
}
