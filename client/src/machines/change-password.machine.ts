import { PASSWORD_MIN, REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import type { PasswordChange } from './account.ts';
import { failureOf } from './failure.ts';

type Context = { error: string };
/** EDIT is any change of the fields. Passwords only ever travel in SUBMIT: no context keeps them. */
type Event = ({ type: 'SUBMIT'; passwordAgain: string } & PasswordChange) | { type: 'EDIT' };

export const CHANGE_PASSWORD_ERRORS = {
  differ: 'Passwords do not match',
  noCurrent: 'The current password is needed',
  noPassword: 'A new password is needed',
  tooShort: 'Password did not conform with policy: Password not long enough',
  unknown: 'An unknown error has occurred.',
} as const;

/** Changing the password of somebody signed in, who knows the old one. */
export const changePasswordMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'busy' | 'failed' | 'changed',
  },
  actors: {
    changePassword: fromPromise<unknown, PasswordChange>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    complain: assign({ error: (_, error: string) => error }),
    explain: assign({
      error: ({ event }) =>
        ('error' in event && failureOf(event.error).message) || CHANGE_PASSWORD_ERRORS.unknown,
    }),
    forgive: assign({ error: '' }),
  },
  guards: {
    hasNoCurrent: ({ event }) => event.type === 'SUBMIT' && event.current === '',
    hasNoPassword: ({ event }) => event.type === 'SUBMIT' && event.password === '',
    doDiffer: ({ event }) => event.type === 'SUBMIT' && event.password !== event.passwordAgain,
    isTooShort: ({ event }) => event.type === 'SUBMIT' && event.password.length < PASSWORD_MIN,
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS },
}).createMachine({
  id: 'change-password',
  context: { error: '' },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        SUBMIT: [
          {
            guard: 'hasNoCurrent',
            target: '.failed',
            actions: { type: 'complain', params: CHANGE_PASSWORD_ERRORS.noCurrent },
          },
          {
            guard: 'hasNoPassword',
            target: '.failed',
            actions: { type: 'complain', params: CHANGE_PASSWORD_ERRORS.noPassword },
          },
          {
            guard: 'doDiffer',
            target: '.failed',
            actions: { type: 'complain', params: CHANGE_PASSWORD_ERRORS.differ },
          },
          {
            guard: 'isTooShort',
            target: '.failed',
            actions: { type: 'complain', params: CHANGE_PASSWORD_ERRORS.tooShort },
          },
          { target: 'submitting', actions: 'forgive' },
        ],
      },
      states: {
        editing: {},
        failed: {
          tags: 'failed',
          initial: 'resting',
          on: { EDIT: { target: 'editing', actions: 'forgive' } },
          states: {
            // The same call again, within the throttle, is a stutter of the finger.
            resting: { on: { SUBMIT: {} }, after: { throttle: { target: 'ready' } } },
            ready: {},
          },
        },
        changed: { tags: 'changed', on: { EDIT: { target: 'editing' } } },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'changePassword',
        input: ({ event }) =>
          event.type === 'SUBMIT'
            ? { current: event.current, password: event.password }
            : { current: '', password: '' },
        onDone: { target: 'form.changed' },
        onError: { target: 'form.failed', actions: 'explain' },
      },
    },
  },
});
