import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from './failure.ts';

export type Reset = { email: string; code: string; password: string };

/** Whom a code was sent to before the page was loaded; empty for nobody. */
type Input = { sentTo: string };

type Context = Input & {
  email: string;
  error: string;
  /** Until another code may be asked for. */
  secondsLeft: number;
  /** Another code was asked for and is on its way. */
  resent: boolean;
};
/** EDIT is any change of the fields. Passwords only ever travel in RESET: no context keeps them. */
type Event =
  | { type: 'SEND'; email: string }
  | { type: 'RESET'; code: string; password: string; passwordAgain: string }
  | { type: 'RESEND' }
  | { type: 'EDIT' };

export const RECOVERY_ERRORS = {
  differ: 'Passwords do not match',
  noEmail: 'username is required to resetPassword',
  noCode: 'confirmationCode is required to confirmResetPassword',
  noPassword: 'newPassword is required to confirmResetPassword',
  unknown: 'An unknown error has occurred.',
} as const;

export const RECOVERY_SENT = 'A new code has been sent to your email';

/** How long to wait before asking for yet another code. */
const RESEND_WAIT_SECONDS = 60;

/**
 * Getting back in: `sendCode` answers DONE when the service asks for no code; `reset` sets the new password, and beside it
 * another code can be asked for.
 */
export const recoveryMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as Event,
    tags: {} as 'busy' | 'failed' | 'sendCode' | 'confirmCode' | 'resending' | 'waiting' | 'success',
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
    announce: assign({ resent: true }),
    startWaiting: assign({ secondsLeft: RESEND_WAIT_SECONDS }),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
  },
  guards: {
    hasNoEmail: ({ event }) => event.type === 'SEND' && event.email.trim() === '',
    hasNoCode: ({ event }) => event.type === 'RESET' && event.code === '',
    hasNoPassword: ({ event }) => event.type === 'RESET' && event.password === '',
    wasSent: ({ context }) => context.sentTo !== '',
    isLastSecond: ({ context }) => context.secondsLeft <= 1,
    needsNoCode: ({ event }) => 'output' in event && event.output === 'DONE',
    doDiffer: ({ event }) => event.type === 'RESET' && event.password !== event.passwordAgain,
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS, second: 1000 },
}).createMachine({
  id: 'recovery',
  context: ({ input: { sentTo } }) => ({ sentTo, email: sentTo, error: '', secondsLeft: 0, resent: false }),
  initial: 'send_code',
  states: {
    send_code: {
      tags: 'sendCode',
      // Nobody knows how long ago: another code may be asked for.
      always: { guard: 'wasSent', target: '#recovery.confirm_code.resend.idle' },
      initial: 'editing',
      on: {
        SEND: [
          {
            guard: 'hasNoEmail',
            target: '.failed.ready',
            actions: { type: 'complain', params: RECOVERY_ERRORS.noEmail },
          },
          { target: '.sending', actions: ['forgive', 'keepEmail'] },
        ],
      },
      states: {
        editing: {},
        sending: {
          tags: 'busy',
          on: { SEND: {} },
          invoke: {
            src: 'sendCode',
            input: ({ context: { email } }) => ({ email }),
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
          on: { EDIT: { target: 'editing', actions: 'forgive' } },
          states: {
            // The same call again, within the throttle, is a stutter of the finger.
            resting: { on: { SEND: {} }, after: { throttle: { target: 'ready' } } },
            ready: {},
          },
        },
      },
    },
    confirm_code: {
      tags: 'confirmCode',
      type: 'parallel',
      states: {
        password: {
          initial: 'editing',
          on: {
            EDIT: { target: '.editing', actions: 'forgive' },
            RESET: [
              {
                guard: 'hasNoCode',
                target: '.failed.ready',
                actions: { type: 'complain', params: RECOVERY_ERRORS.noCode },
              },
              {
                guard: 'hasNoPassword',
                target: '.failed.ready',
                actions: { type: 'complain', params: RECOVERY_ERRORS.noPassword },
              },
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
              on: { RESET: {}, EDIT: {} },
              invoke: {
                src: 'reset',
                input: ({ context: { email }, event }) =>
                  event.type === 'RESET'
                    ? { email, code: event.code, password: event.password }
                    : { email, code: '', password: '' },
                onDone: { target: '#recovery.success' },
                onError: { target: 'failed', actions: 'explain' },
              },
            },
            failed: {
              tags: 'failed',
              initial: 'resting',
              states: {
                resting: { on: { RESET: {} }, after: { throttle: { target: 'ready' } } },
                ready: {},
              },
            },
          },
        },
        resend: {
          // The step begins with a code that was just sent.
          initial: 'waiting',
          states: {
            waiting: {
              tags: 'waiting',
              entry: 'startWaiting',
              initial: 'counting',
              states: {
                counting: {
                  after: {
                    second: [
                      { guard: 'isLastSecond', target: '#recovery.confirm_code.resend.idle' },
                      { target: 'counting', reenter: true, actions: 'countDown' },
                    ],
                  },
                },
              },
            },
            idle: { on: { RESEND: { target: 'resending', actions: 'forgive' } } },
            resending: {
              tags: 'resending',
              invoke: {
                src: 'sendCode',
                input: ({ context: { email } }) => ({ email }),
                onDone: { target: 'waiting', actions: 'announce' },
                onError: { target: 'idle', actions: 'explain' },
              },
            },
          },
        },
      },
    },
    success: { type: 'final', tags: 'success' },
  },
});
