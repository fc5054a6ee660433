import type { accountDeletionMachine } from '../../src/account/settings/account-deletion.machine.ts';
import type { formMachine } from '../../src/base/machines/form.machine.ts';
import type { pushMachine } from '../../src/notifications/push.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { apiError, ines, NETWORK_ERROR, NO_ANSWER_ERROR } from './sample-values.ts';

export const formSamples = {
  input: () => ({ errors: [] }),
  events: {
    'press the button': { type: 'SUBMIT', fields: 'the fields' },
    'press the button without fields': { type: 'SUBMIT', fields: null },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    submit: {
      'it is done': { output: null },
      'the server refuses': apiError('generic_400'),
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof formMachine>;

export const accountDeletionSamples = {
  events: {
    'press Delete account': { type: 'ASK', handle: ines.handle },
    'close the dialog': { type: 'KEEP' },
    'change the field': { type: 'EDIT' },
    'type the handle and delete': { type: 'DELETE', typed: `@${ines.handle}` },
    'type another handle and delete': { type: 'DELETE', typed: 'odalys' },
  },
  outcomes: {
    erase: {
      'it is deleted': { output: null },
      'the server is unavailable': apiError('generic_503'),
      'no answer': NO_ANSWER_ERROR,
    },
    isErased: {
      'it is gone': { output: true },
      'it is still there': { output: false },
      'no answer': NO_ANSWER_ERROR,
    },
    leave: {
      'local data is removed': { output: null },
      'local data remains': { error: new Error('kept') },
    },
  },
} satisfies SamplesOf<typeof accountDeletionMachine>;

const noMentions = { messages: true, replies: true, mentions: false };

export const pushSamples = {
  events: {
    'press Try again': { type: 'RETRY' },
    'press Turn on': { type: 'TURN_ON' },
    'press Turn off': { type: 'TURN_OFF' },
    'switch mentions off': { type: 'CHOOSE', choice: noMentions },
    'switch replies off too': { type: 'CHOOSE', choice: { ...noMentions, replies: false } },
  },
  outcomes: {
    check: {
      'the browser cannot': { output: { kind: 'unsupported' } },
      'the site sends none': { output: { kind: 'unavailable' } },
      'the browser blocks them': { output: { kind: 'denied' } },
      'they are off': { output: { kind: 'off' } },
      'they are on': { output: { kind: 'on', choice: noMentions } },
      'no connection': NETWORK_ERROR,
    },
    ask: {
      allowed: { output: 'granted' },
      blocked: { output: 'denied' },
      'closed without an answer': { output: 'default' },
      'the browser refuses to ask': NETWORK_ERROR,
    },
    save: {
      'it is saved': { output: noMentions },
      'no connection': NETWORK_ERROR,
    },
    end: {
      'it has ended': { output: null },
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof pushMachine>;
