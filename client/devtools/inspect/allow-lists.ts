import { BYE_CODES, LIFETIMES } from '@cruddur/shared';
import type { AnyStateMachine, ContextFrom, EventFrom } from 'xstate';
import type { accountDeletionMachine } from '../../src/account/settings/account-deletion.machine.ts';
import type { composeMachine } from '../../src/cruds/compose.machine.ts';
import type { confirmMachine } from '../../src/account/sign-in/confirm.machine.ts';
import { CONNECTION_STATUSES, type connectionMachine } from '../../src/sync/connection/connection.machine.ts';
import type { conversationMachine } from '../../src/messages/conversation.machine.ts';
import type { expiryMachine } from '../../src/cruds/expiry.machine.ts';
import type { handleCheckMachine } from '../../src/account/handle-check.machine.ts';
import type { outboxMachine } from '../../src/sync/outbox/outbox-item.machine.ts';
import { POLLS, type pollingMachine } from '../../src/sync/connection/polling.machine.ts';
import type { pushMachine } from '../../src/notifications/push.machine.ts';
import type { recoveryMachine } from '../../src/account/sign-in/recovery.machine.ts';
import type { sessionMachine } from '../../src/account/session/session.machine.ts';
import type { signInMachine } from '../../src/account/sign-in/sign-in.machine.ts';
import type { socketMachine } from '../../src/sync/connection/socket.machine.ts';
import type { tabLeadershipMachine } from '../../src/sync/tabs/tab-leadership.machine.ts';

/**
 * How a value is shown: `value`: a number, a boolean or null as it is; `length`: a text by its length; `count`: a list by its
 * length; `codes`: error codes as they are; a list of words: a text that is one of them. Text of a user is never shown.
 */
export type RedactionRule = 'value' | 'length' | 'count' | 'codes' | readonly string[];

/** The next steps that the identity provider can answer. */
const PROVIDER_STEPS = [
  'DONE',
  'CONFIRM_SIGN_UP',
  'RESET_PASSWORD',
  'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
  'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
  'CONFIRM_RESET_PASSWORD_WITH_CODE',
];

type FieldRules<T> = Readonly<Partial<Record<Exclude<keyof T, 'type'>, RedactionRule>>>;

/** The parts of a machine's events, context and actor output that an inspector may see. */
export interface AllowList<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly events?: {
    readonly [Type in EventFrom<Machine>['type']]?: FieldRules<Extract<EventFrom<Machine>, { type: Type }>>;
  };
  readonly context?: FieldRules<ContextFrom<Machine>>;
  /** By the actor's name in `setup`: a rule, or rules for the fields of an object. */
  readonly outputs?: Readonly<
    Record<string, RedactionRule | { readonly fields: Readonly<Record<string, RedactionRule>> }>
  >;
}

/** By machine id. A value that is not named here never leaves its tab; an unnamed machine shows its states only. */
export const ALLOW_LISTS: Readonly<Record<string, AllowList>> = {
  compose: {
    events: { TYPE: { text: 'length' }, CHOOSE: { ttl: LIFETIMES } },
    context: {
      kind: ['crud', 'reply', 'message'],
      ttl: LIFETIMES,
      alwaysOpen: 'value',
      text: 'length',
      sent: 'length',
      codes: 'codes',
    },
  } satisfies AllowList<typeof composeMachine>,
  connection: {
    events: {
      TOLD: { status: CONNECTION_STATUSES, proved: 'value' },
      LINK: { link: CONNECTION_STATUSES },
      POLLS: { polls: POLLS },
    },
    context: { status: CONNECTION_STATUSES, proved: 'value', link: CONNECTION_STATUSES, polls: POLLS },
  } satisfies AllowList<typeof connectionMachine>,
  socket: {
    events: {
      READY: { resumed: 'value' },
      SUCCESSOR_READY: { resumed: 'value' },
      REFUSED: { code: BYE_CODES },
    },
    context: { refusal: BYE_CODES, refusals: 'value' },
  } satisfies AllowList<typeof socketMachine>,
  polling: {
    events: { REFUSED: { code: BYE_CODES } },
    context: { failures: 'value' },
  } satisfies AllowList<typeof pollingMachine>,
  'tab-leadership': { context: { visible: 'value' } } satisfies AllowList<typeof tabLeadershipMachine>,
  session: {
    events: { SIGN_OUT: { all: 'value' }, REFRESH: { force: 'value' } },
  } satisfies AllowList<typeof sessionMachine>,
  conversation: {
    events: {
      OPENED: { messages: 'count', unread: 'value' },
      FAILED: { missing: 'value' },
      HEARD: { messages: 'count' },
      OUTBOX: { waiting: 'value', stuck: 'value' },
      PARTNER: { gone: 'value' },
    },
    context: { messages: 'count', unseen: 'value', dividerDue: 'value' },
  } satisfies AllowList<typeof conversationMachine>,
  outbox: {
    context: { at: 'value', failures: 'value' },
    outputs: { attempt: { fields: { kind: ['done', 'refused', 'unknown'] } } },
  } satisfies AllowList<typeof outboxMachine>,
  expiry: {
    events: { ENDS: { end: 'value' } },
    context: { end: 'value' },
  } satisfies AllowList<typeof expiryMachine>,
  'sign-in': {
    outputs: { signIn: PROVIDER_STEPS, signInByPasskey: PROVIDER_STEPS, openSession: 'value' },
  } satisfies AllowList<typeof signInMachine>,
  confirm: {
    context: { resendAt: 'value' },
    outputs: { autoSignIn: PROVIDER_STEPS },
  } satisfies AllowList<typeof confirmMachine>,
  recovery: { outputs: { sendCode: PROVIDER_STEPS } } satisfies AllowList<typeof recoveryMachine>,
  'handle-check': { outputs: { ask: 'value' } } satisfies AllowList<typeof handleCheckMachine>,
  push: { outputs: { ask: ['granted', 'denied', 'default'] } } satisfies AllowList<typeof pushMachine>,
  'account-deletion': { outputs: { isErased: 'value' } } satisfies AllowList<typeof accountDeletionMachine>,
};
