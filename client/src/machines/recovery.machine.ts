import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from './failure.ts';

export type Reset = { email: string; code: string; password: string };

type Context = { email: string; error: string };
/** EDIT is any change of the fields. Passwords only ever travel in RESET: no context keeps them. */
type Event =
  | { type: 'SEND'; email: string }
  | { type: 'RESET'; code: string; password: string; passwordAgain: string }
  | { type: 'EDIT' };

export const RECOVERY_ERRORS = {
  differ: 'Passwords do not match',
  unknown: 'An unknown error has occurred.',
} as const;

/** Getting back in: `sendCode` answers DONE when the service asks for no code; `reset` sets the new password. */
export const recoveryMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'busy' | 'failed' | 'sendCode' | 'confirmCode' | 'success',
  },
  actors: {
    sendCode: fromPromise<string, { email: string }>(() => Promise.reject(new Error('no provider'))),
    reset: fromPromise<unknown, Reset>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    keepEmail: assign({
      email: ({ context, event }) => (event.type === 'SEND' ? event.email.trim() : context.email),
    }),
    complain: assign({ error: (_, error: string) => error }),
    explain: assign({
      error: ({ event }) => ('error' in event && failureOf(event.error).message) || RECOVERY_ERRORS.unknown,
    }),
    forgive: assign({ error: '' }),
  },
  guards: {
    needsNoCode: ({ event }) => 'output' in event && event.output === 'DONE',
    doDiffer: ({ event }) => event.type === 'RESET' && event.password !== event.passwordAgain,
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS },
}).createMachine({
  id: 'recovery',
  context: { email: '', error: '' },
  initial: 'send_code',
  states: {
    send_code: {
      tags: 'sendCode',
      initial: 'editing',
      states: {
        editing: { on: { SEND: { target: 'sending', actions: ['forgive', 'keepEmail'] } } },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'sendCode',
            input: ({ context }) => ({ email: context.email }),
            onDone: [
              { guard: 'needsNoCode', target: '#recovery.success' },
              { target: '#recovery.confirm_code' },
            ],
            onError: { target: 'failed', actions: 'explain' },
          },
        },
        failed: {
          tags: 'failed',
          initial: 'resting',
          on: {
            EDIT: { target: 'editing', actions: 'forgive' },
            SEND: { target: 'sending', actions: ['forgive', 'keepEmail'] },
          },
          states: {
            resting: { on: { SEND: {} }, after: { throttle: { target: 'ready' } } },
            ready: {},
          },
        },
      },
    },
    confirm_code: {
      tags: 'confirmCode',
      initial: 'editing',
      on: {
        RESET: [
          {
            guard: 'doDiffer',
            target: '.failed.ready',
            actions: { type: 'complain', params: RECOVERY_ERRORS.differ },
          },
          { target: '.resetting', actions: 'forgive' },
        ],
      },
      states: {
        editing: {},
        resetting: {
          tags: 'busy',
          on: { RESET: {} },
          invoke: {
            src: 'reset',
            input: ({ context, event }) => ({
              email: context.email,
              ...(event.type === 'RESET'
                ? { code: event.code, password: event.password }
                : { code: '', password: '' }),
            }),
            onDone: { target: '#recovery.success' },
            onError: { target: 'failed', actions: 'explain' },
          },
        },
        failed: {
          tags: 'failed',
          initial: 'resting',
          on: { EDIT: { target: 'editing', actions: 'forgive' } },
          states: {
            resting: { on: { RESET: {} }, after: { throttle: { target: 'ready' } } },
            ready: {},
          },
        },
      },
    },
    success: { type: 'final', tags: 'success' },
  },
});
