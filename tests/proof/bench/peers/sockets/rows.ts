import type { PeerEnvironment } from '../peer-environment.ts';
import type { PeerRow } from '../peer-row.ts';
import { measureBareFanout } from './measure-bare-fanout.ts';
import { measureGatewayFanout, type FanoutRun } from './measure-gateway-fanout.ts';
import { quietRow } from './quiet.ts';

const MANY: FanoutRun = { size: 5000, gateways: 1, burst: 1 };
const FEWER: FanoutRun = { size: 1000, gateways: 1, burst: 1 };
const TWO_GATEWAYS: FanoutRun = { size: 5000, gateways: 2, burst: 1 };
const BURST: FanoutRun = { size: 1000, gateways: 1, burst: 20 };

/** Deliveries and memory of sockets beside a bare `ws` server and stock Socket.IO. */
export const socketRows: readonly PeerRow[] = [
  createFanoutRow('sockets-5000', '5,000 sockets, one gateway', { run: MANY, atLeast: 1.2 }),
  createFanoutRow('sockets-1000', '1,000 sockets, one gateway', { run: FEWER, atLeast: 1.2 }),
  {
    ...createFanoutRow('sockets-stock', '5,000 sockets, one gateway', { run: MANY, atLeast: 1.5 }),
    peer: { title: 'stock Socket.IO', measure: () => measureBareFanout('socket.io', MANY) },
  },
  createFanoutRow('sockets-redis', '5,000 sockets, two gateways with Redis', {
    run: TWO_GATEWAYS,
    atLeast: 1,
  }),
  createFanoutRow('sockets-burst', 'bursts of 20 cruds, 1,000 sockets', { run: BURST, atLeast: 10 }),
  quietRow,
  {
    name: 'sockets-heap',
    title: 'heap per signed-in socket, of 5,000',
    unit: 'KiB',
    target: { atMost: 9 },
    measure: async (environment) => (await measureOnce(environment, MANY)).heapKibPerSocket,
  },
];

function createFanoutRow(
  name: string,
  title: string,
  { run, atLeast }: { run: FanoutRun; atLeast: number },
): PeerRow {
  return {
    name,
    title,
    unit: 'deliveries per CPU-second',
    target: { atLeast },
    measure: async (environment) => (await measureOnce(environment, run)).deliveriesPerCpuSecond,
    peer: bareServers(run),
  };
}

function bareServers(run: FanoutRun): NonNullable<PeerRow['peer']> {
  return {
    title: run.gateways === 1 ? 'a bare `ws` server' : 'two bare `ws` servers',
    measure: ({ once }) => once(`ws ${JSON.stringify(run)}`, () => measureBareFanout('ws', run)),
  };
}

/** Rows that differ in their peer share a run of ours. */
function measureOnce(environment: PeerEnvironment, run: FanoutRun) {
  return environment.once(`ours ${JSON.stringify(run)}`, () => measureGatewayFanout(environment, run));
}
