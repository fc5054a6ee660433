/**
 * The states that the server's own actors go through, as plain tables: the server counts by them, and a page may hand them to
 * XState as they are to draw them. Nothing runs by them; tests hold the code that runs to them.
 */

/** Something that may happen without another state coming of it. */
interface InternalTransition {
  readonly target?: never;
}
const internalTransition: InternalTransition = {};

/** One state of a table; a name in `on` is that of a state beside it. */
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
  description: 'One signed-in socket at a gateway, from its admission to its last word.',
  initial: 'open',
  states: {
    open: {
      description: 'The socket is there. Each code is a reason to end it, whatever it is in the midst of.',
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
          description: 'The places it brought are looked up in its two streams.',
          on: { resumed: 'catchingUp', began_anew: 'live', drain: 'draining' },
        },
        catchingUp: {
          description: 'It is sent what it missed.',
          on: { caught_up: 'live', broke: 'broken', drain: 'draining' },
        },
        live: {
          description: 'It stands at the head of both streams and hears what comes.',
          on: { broke: 'broken', drain: 'draining' },
        },
        broken: {
          description: 'A stream has another history; within two seconds it begins anew at the head.',
          on: { began_anew: 'live', drain: 'draining' },
        },
        draining: {
          description: 'It knows that this gateway goes, and is served until it has moved.',
          on: {
            resumed: internalTransition,
            caught_up: internalTransition,
            broke: internalTransition,
            began_anew: internalTransition,
          },
        },
      },
    },
    over: { description: 'Nothing is sent to it any more.', type: 'final' },
  },
} as const satisfies MachineTable;

const streamReader = {
  id: 'streamReader',
  description: 'Follows one stream of the log for all its listeners at a gateway.',
  initial: 'open',
  states: {
    open: {
      description: 'Somebody listens.',
      initial: 'starting',
      on: { closed: 'over' },
      states: {
        starting: {
          description: 'It does not know yet where the stream ends.',
          on: { look: 'reading', ahead: 'holding' },
        },
        level: {
          description: 'All that it knows of has been told.',
          on: { followed: internalTransition, ahead: 'holding', look: 'reading' },
        },
        holding: {
          description: 'Envelopes came ahead of their turn; the missing one has 20 ms to come.',
          on: { followed: internalTransition, ahead: internalTransition, filled: 'level', look: 'reading' },
        },
        reading: {
          description: 'It asks the log, up to its head.',
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
          description: 'The log could not be read; the next sign of something new makes it look again.',
          on: { followed: 'level', ahead: 'holding', look: 'reading' },
        },
      },
    },
    over: { description: 'Nobody listens any more.', type: 'final' },
  },
} as const satisfies MachineTable;

const purge = {
  id: 'purge',
  description: 'Removes the rows of burned-out cruds, in batches that follow the pace of the store.',
  initial: 'waiting',
  states: {
    waiting: { description: 'Until its time has come.', on: { due: 'sweeping' } },
    sweeping: {
      description: 'It removes what has burned out.',
      on: { more: internalTransition, due: internalTransition, done: 'waiting', failed: 'waiting' },
    },
  },
} as const satisfies MachineTable;

/** What the server has of actors with states. */
export const serverMachines = { gatewaySession, streamReader, purge } as const;

export type ServerMachineName = keyof typeof serverMachines;
export const SERVER_MACHINES = Object.keys(serverMachines) as ServerMachineName[];

type EventsIn<S> =
  | (S extends { on: infer On } ? keyof On & string : never)
  | (S extends { states: infer Inner } ? { [K in keyof Inner]: EventsIn<Inner[K]> }[keyof Inner] : never);
type PathsIn<S> = S extends { states: infer Inner }
  ? { [K in keyof Inner & string]: K | `${K}.${PathsIn<Inner[K]>}` }[keyof Inner & string]
  : never;

/** What can happen to such an actor, as `caught_up`. */
export type ServerEvent<N extends ServerMachineName> = EventsIn<(typeof serverMachines)[N]>;
/** A state of such an actor, as `open.live`. */
export type ServerState<N extends ServerMachineName> = PathsIn<(typeof serverMachines)[N]>;
