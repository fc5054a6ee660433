import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import type { PasswordChange } from './account.ts';
import { UNKNOWN_ERROR } from './failure.ts';
import {
  doDiffer,
  FAILED,
  failureMessage,
  findFieldErrors,
  hasNoCurrent,
  hasNoPassword,
  isTooShort,
  refuseFields,
  THROTTLED,
} from './form.ts';

type Context = { errors: readonly string[] };
/** EDIT is any change of the fields. Passwords travel in SUBMIT only: they are never stored in a context. */
type Event = ({ type: 'SUBMIT'; passwordAgain: string } & PasswordChange) | { type: 'EDIT' };

export const CHANGE_PASSWORD_ERRORS = {
  differ: 'Passwords do not match',
  noCurrent: 'Enter your current password',
  noPassword: 'Enter a new password',
  tooShort: 'Password did not conform with policy: Password not long enough',
  unknown: UNKNOWN_ERROR,
} as const;

/** Changing the password of a signed-in user, who enters the current one. */
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
    showFieldErrors: assign({ errors: (args) => findFieldErrors(args, CHANGE_PASSWORD_ERRORS) }),
    showFailure: assign({ errors: (args) => [failureMessage(args)] }),
    clearErrors: assign({ errors: [] }),
  },
  guards: {
    hasNoCurrent,
    hasNoPassword,
    doDiffer,
    isTooShort,
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS },
}).createMachine({
  id: 'change-password',
  context: { errors: [] },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        SUBMIT: [
          refuseFields('hasNoCurrent', '.failed'),
          refuseFields('hasNoPassword', '.failed'),
          refuseFields('doDiffer', '.failed'),
          refuseFields('isTooShort', '.failed'),
          { target: 'submitting', actions: 'clearErrors' },
        ],
      },
      states: {
        editing: {},
        failed: { ...FAILED, states: { resting: { ...THROTTLED, on: { SUBMIT: {} } }, ready: {} } },
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
        onError: { target: 'form.failed', actions: 'showFailure' },
      },
    },
  },
});
