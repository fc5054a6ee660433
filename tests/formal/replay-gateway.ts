import type { Bus, StreamLog } from '../../server/src/domain/ports.ts';
import { createServerMachineCounters } from '../../server/src/domain/machines/server-machine-counters.ts';
import { PUBLIC_STREAM, type Envelope } from '../../server/src/domain/streams.ts';
import type { Timers } from '../../server/src/domain/timers.ts';
import type { StreamReader } from '../../server/src/streams/stream-reader.ts';
import { createStreamReaders, type StreamReaders } from '../../server/src/streams/stream-readers.ts';
import { createStreamRooms, type StreamRooms } from '../../server/src/streams/stream-rooms.ts';
import type { StoreModel } from '../simulation/store/store-model.ts';
import { settle } from './replay-trace.ts';

export interface GatewayReplayParts {
  readers: StreamReaders;
  rooms: StreamRooms;
  reader: StreamReader;
  timers: Timers;
  clock: { now: () => Date };
}

/** The stream part of one gateway, in which only the steps of a trace make time pass. */
export interface ReplayGateway {
  parts: GatewayReplayParts;
  readers: StreamReaders;
  receiveEnvelope(envelope: Envelope | undefined): void;
  /** Sends the events that wait for a common frame. */
  flush(): void;
  stop(): void;
}

const silent = () => undefined;
const rejectUnknownTransition = (transition: string): never => {
  throw new Error(`${transition} is no transition`);
};

/** How long a gateway reuses a page of the log. In the model each read is of the log as it is. */
const PAGE_REUSE_MS = 250;

/** Timers of a duration never end: the end of each one that matters is a step of the model. */
const timers: Timers = {
  after(ms, run) {
    if (ms > 0 && ms !== PAGE_REUSE_MS) return silent;
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  },
  every: () => silent,
};

export async function createGateway(store: StoreModel, now: Date): Promise<ReplayGateway> {
  const clock = { now: () => now };
  const log: StreamLog = {
    readHeads: (streams) => Promise.resolve(store.readHeads(streams)),
    readPage: (stream, after, limit) => Promise.resolve(store.readPage(stream, after, limit, now)),
  };
  let receive: (envelope: Envelope) => void = silent;
  const bus: Bus = {
    publish: silent,
    subscribe(stream, listener) {
      if (stream === PUBLIC_STREAM) receive = listener;
      return silent;
    },
    publishEphemeral: silent,
    onEphemeral: () => silent,
    isHealthy: () => true,
    close: () => Promise.resolve(),
  };
  const logger = { debug: silent, info: silent, warn: silent, error: silent };
  const machines = createServerMachineCounters('gateway', clock, rejectUnknownTransition);
  const readers = createStreamReaders({ bus, log, timers, clock, logger, machines });
  const rooms = createStreamRooms({ readers, timers });
  const room = rooms.acquireRoom(PUBLIC_STREAM);
  await readers.refreshHeads();
  await settle();
  return {
    parts: { readers, rooms, reader: room.reader, timers, clock },
    readers,
    receiveEnvelope(envelope) {
      if (!envelope) throw new Error('no such envelope');
      receive(envelope);
    },
    flush: () => void room.flush(),
    stop: () => readers.close(),
  };
}
