import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import type { Failed } from '../../base/machines/failure.ts';
import {
  doDiffer,
  FAILED,
  findFieldErrors,
  hasNoCode,
  hasNoValidEmail,
  hasNoValidPassword,
  providerTexts,
  refuseFields,
  RESEND_WAIT_MS,
  THROTTLED,
  type FormClock,
} from '../../base/machines/form.machine.ts';

export type Reset = { email: string; code: string; password: string };

/** The address that a code was sent to before the page was loaded; empty when there is none. */
type Input = FormClock & { sentTo: string };

type Context = Input & {
  email: string;
  errors: readonly string[];
  /** When another code can be requested, by the clock of the input; in the past when it can. */
  resendAt: number;
  /** Another code was requested and has been sent. */
  resent: boolean;
};
/** EDIT is any change of the fields. Passwords travel in RESET only: they are never stored in a context. */
type Event =
  | { type: 'SEND'; email: string }
  | { type: 'RESET'; code: string; password: string; passwordAgain: string }
  | { type: 'RESEND' }
  | { type: 'EDIT' };

export const RECOVERY_SENT = 'A new code has been sent to your email';

/**
 * Recovering an account. `sendCode` resolves to DONE when the service requires no code. `reset` sets the new password; in
 * parallel, another code can be requested.
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
    showFieldErrors: assign({ errors: ({ event }) => findFieldErrors(event) }),
    showFailure: assign({ errors: (_, { error }: Failed) => providerTexts(error) }),
    clearErrors: assign({ errors: [] }),
    announceCode: assign({ resent: true }),
    startWaiting: assign({ resendAt: ({ context }) => context.now() + RESEND_WAIT_MS }),
  },
  guards: {
    hasNoEmail: hasNoValidEmail,
    hasNoCode,
    hasNoPassword: hasNoValidPassword,
    doDiffer,
    wasSent: ({ context }) => context.sentTo !== '',
    needsNoCode: (_, { output }: { output: string }) => output === 'DONE',
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS, resendWait: RESEND_WAIT_MS },
}).createMachine({
  id: 'recovery',
  context: ({ input }) => ({ ...input, email: input.sentTo, errors: [], resendAt: 0, resent: false }),
  initial: 'send_code',
  states: {
    send_code: {
      tags: 'sendCode',
      // When that code was sent is unknown, so another one can be requested at once.
      always: { guard: 'wasSent', target: '#recovery.confirm_code.resend.idle' },
      initial: 'editing',
      on: {
        SEND: [
          refuseFields('hasNoEmail', '.failed.ready'),
          { target: '.sending', actions: ['clearErrors', 'keepEmail'] },
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
              { guard: { type: 'needsNoCode', params: ({ event }) => event }, target: '#recovery.success' },
              { target: '#recovery.confirm_code' },
            ],
            onError: { target: 'failed', actions: { type: 'showFailure', params: ({ event }) => event } },
          },
        },
        failed: { ...FAILED, states: { resting: { ...THROTTLED, on: { SEND: {} } }, ready: {} } },
      },
    },
    confirm_code: {
      tags: 'confirmCode',
      type: 'parallel',
      states: {
        password: {
          initial: 'editing',
          on: {
            EDIT: { target: '.editing', actions: 'clearErrors' },
            RESET: [
              refuseFields('hasNoCode', '.failed.ready'),
              refuseFields('hasNoPassword', '.failed.ready'),
              refuseFields('doDiffer', '.failed.ready'),
              { target: '.resetting', actions: 'clearErrors' },
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
                onError: { target: 'failed', actions: { type: 'showFailure', params: ({ event }) => event } },
              },
            },
            failed: {
              tags: 'failed',
              initial: 'resting',
              states: { resting: { ...THROTTLED, on: { RESET: {} } }, ready: {} },
            },
          },
        },
        resend: {
          // A code was sent just before this step.
          initial: 'waiting',
          states: {
            waiting: {
              tags: 'waiting',
              entry: 'startWaiting',
              after: { resendWait: { target: 'idle' } },
            },
            idle: { on: { RESEND: { target: 'resending', actions: 'clearErrors' } } },
            resending: {
              tags: 'resending',
              invoke: {
                src: 'sendCode',
                input: ({ context: { email } }) => ({ email }),
                onDone: { target: 'waiting', actions: 'announceCode' },
                onError: { target: 'idle', actions: { type: 'showFailure', params: ({ event }) => event } },
              },
            },
          },
        },
      },
    },
    success: { type: 'final', tags: 'success' },
  },
});
