/**
 * The state machines of the server's actors as plain tables, in the shape of an XState config. The server counts states and
 * transitions by them and `/machines` draws them. They are not executed; tests compare the running code with them.
 */

/** An event that does not change the state. */
interface InternalTransition {
  readonly target?: never;
}
const internalTransition: InternalTransition = {};

/** One state of a table; a target in `on` is the name of a sibling state. */
export interface StateTable {
  readonly description: string;
  readonly type?: 'final';
  readonly initial?: string;
  readonly on?: Readonly<Record<string, string | InternalTransition>>;
  readonly states?: Readonly<Record<string, StateTable>>;
}

export interface MachineTable extends StateTable {
  readonly id: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, StateTable>>;
}

const gatewaySession = {
  id: 'gatewaySession',
  description: 'One signed-in socket at a gateway, from its handshake to its end.',
  initial: 'open',
  states: {
    open: {
      description: 'The socket is connected. Each code is a reason to close it from any inner state.',
      initial: 'arriving',
      on: {
        token_invalid: 'over',
        session_revoked: 'over',
        too_slow: 'over',
        too_many: 'over',
        restarting: 'over',
        left: 'over',
      },
      states: {
        arriving: {
          description: 'The cursors of its handshake are looked up in its two streams.',
          on: { resumed: 'catchingUp', began_anew: 'live', drain: 'draining' },
        },
        catchingUp: {
          description: 'It receives the events that it missed.',
          on: { caught_up: 'live', broke: 'broken', drain: 'draining' },
        },
        live: {
          description: 'It is at the head of both streams and receives new events.',
          on: { broke: 'broken', drain: 'draining' },
        },
        broken: {
          description: 'A stream has another history; within two seconds the socket restarts at the head.',
          on: { began_anew: 'live', drain: 'draining' },
        },
        draining: {
          description: 'It was asked to move to another gateway, and is served until it has moved.',
          on: {
            resumed: internalTransition,
            caught_up: internalTransition,
            broke: internalTransition,
            began_anew: internalTransition,
          },
        },
      },
    },
    over: { description: 'Nothing more is sent to it.', type: 'final' },
  },
} as const satisfies MachineTable;

const streamReader = {
  id: 'streamReader',
  description: 'Follows one stream of the log for all its subscribers at a gateway.',
  initial: 'open',
  states: {
    open: {
      description: 'The stream has subscribers.',
      initial: 'starting',
      on: { closed: 'over' },
      states: {
        starting: {
          description: 'The head of the stream is not known yet.',
          on: { look: 'reading', ahead: 'holding' },
        },
        level: {
          description: 'Every known event has been delivered.',
          on: { followed: internalTransition, ahead: 'holding', look: 'reading' },
        },
        holding: {
          description: 'Envelopes arrived above a gap; the missing one has 20 ms to arrive.',
          on: { followed: internalTransition, ahead: internalTransition, filled: 'level', look: 'reading' },
        },
        reading: {
          description: 'It reads the log up to its head.',
          on: {
            more: internalTransition,
            followed: internalTransition,
            ahead: internalTransition,
            reset: internalTransition,
            caught_up: 'level',
            failed: 'behind',
          },
        },
        behind: {
          description: 'The log could not be read; the next sign of a new event makes it read again.',
          on: { followed: 'level', ahead: 'holding', look: 'reading' },
        },
      },
    },
    over: { description: 'The stream has no subscribers left.', type: 'final' },
  },
} as const satisfies MachineTable;

const purge = {
  id: 'purge',
  description: 'Deletes the rows of expired cruds, in batches whose size follows the speed of the store.',
  initial: 'waiting',
  states: {
    waiting: { description: 'It waits for its next run.', on: { due: 'sweeping' } },
    sweeping: {
      description: 'It deletes expired rows.',
      on: { more: internalTransition, due: internalTransition, done: 'waiting', failed: 'waiting' },
    },
  },
} as const satisfies MachineTable;

/** The server's machines by name. */
export const serverMachines = { gatewaySession, streamReader, purge } as const;

export type ServerMachineName = keyof typeof serverMachines;
export const SERVER_MACHINES = Object.keys(serverMachines) as ServerMachineName[];

type EventsIn<S> =
  | (S extends { on: infer On } ? keyof On & string : never)
  | (S extends { states: infer Inner } ? { [K in keyof Inner]: EventsIn<Inner[K]> }[keyof Inner] : never);
type PathsIn<S> = S extends { states: infer Inner }
  ? { [K in keyof Inner & string]: K | `${K}.${PathsIn<Inner[K]>}` }[keyof Inner & string]
  : never;

/** An event of such an actor, as `caught_up`. */
export type ServerEvent<N extends ServerMachineName> = EventsIn<(typeof serverMachines)[N]>;
/** A state of such an actor, as `open.live`. */
export type ServerState<N extends ServerMachineName> = PathsIn<(typeof serverMachines)[N]>;
