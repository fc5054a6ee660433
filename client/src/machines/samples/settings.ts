import type { ListedSession } from '@cruddur/shared';
import type { Passkey } from '../account.ts';
import type { accountDeletionMachine } from '../account-deletion.machine.ts';
import type { changePasswordMachine } from '../change-password.machine.ts';
import type { dataExportMachine } from '../data-export.machine.ts';
import type { passkeysMachine } from '../passkeys.machine.ts';
import type { pushMachine } from '../push.machine.ts';
import type { sessionListMachine } from '../session-list.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import {
  apiError,
  ines,
  NETWORK_ERROR,
  NO_ANSWER_ERROR,
  NOT_AUTHORIZED_ERROR,
  NOT_FOUND_ERROR,
  PASSWORD,
  providerError,
} from './sample-values.ts';

const NEW_PASSWORD = 'another long one';
const changeEvent = {
  type: 'SUBMIT',
  current: PASSWORD,
  password: NEW_PASSWORD,
  passwordAgain: NEW_PASSWORD,
} as const;

export const changePasswordSamples = {
  events: {
    'press Change': changeEvent,
    'press Change without the current one': { ...changeEvent, current: '' },
    'press Change without a new one': { ...changeEvent, password: '', passwordAgain: '' },
    'press Change with two new ones': { ...changeEvent, passwordAgain: PASSWORD },
    'press Change with a short one': { ...changeEvent, password: 'short', passwordAgain: 'short' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    changePassword: {
      'it is changed': { output: null },
      'the current password is wrong': NOT_AUTHORIZED_ERROR,
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof changePasswordMachine>;

const laptop: Passkey = {
  id: 'laptop',
  name: 'Passkey',
  createdAt: '2026-11-20T09:00:00.000Z',
  attachment: 'platform',
};

export const passkeysSamples = {
  events: {
    'press Try again': { type: 'RETRY' },
    'press Add': { type: 'ADD' },
    'press Remove': { type: 'CHOOSE', passkey: laptop },
    'close the dialog': { type: 'KEEP' },
    'press Remove once more': { type: 'REMOVE' },
  },
  outcomes: {
    list: {
      'there is one': { output: [laptop] },
      'there is none': { output: [] },
      'no connection': NETWORK_ERROR,
    },
    add: {
      'it is added': { output: null },
      'cancelled in the browser': providerError(
        'PasskeyRegistrationCanceled',
        'Passkey registration ceremony canceled.',
      ),
      'no connection': NETWORK_ERROR,
    },
    remove: {
      'it is removed': { output: null },
      'it is already gone': NOT_FOUND_ERROR,
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof passkeysMachine>;

const at = '2026-11-20T09:00:00.000Z';
const times = { signed_in_at: at, last_used_at: at };
const thisSession: ListedSession = {
  uuid: '0b5c1e0e-7c2a-4c0f-9b0e-3f1f6d3c8a21',
  device: 'Chrome on macOS',
  handheld: false,
  current: true,
  ...times,
};
const phone: ListedSession = {
  uuid: '0b5c1e0e-7c2a-4c0f-9b0e-3f1f6d3c8a22',
  device: 'Safari on iPhone',
  handheld: true,
  current: false,
  ...times,
};

export const sessionListSamples = {
  events: {
    'press Try again': { type: 'RETRY' },
    'choose another session': { type: 'CHOOSE', leaving: { kind: 'session', session: phone } },
    'choose this session': { type: 'CHOOSE', leaving: { kind: 'session', session: thisSession } },
    'choose all sessions': { type: 'CHOOSE', leaving: { kind: 'everywhere' } },
    'close the dialog': { type: 'KEEP' },
    'press Sign out': { type: 'LEAVE' },
  },
  outcomes: {
    list: { 'there are two': { output: [thisSession, phone] }, 'no answer': NO_ANSWER_ERROR },
    end: {
      'it is ended': { output: null },
      'it has ended already': apiError('generic_404'),
      'no answer': NO_ANSWER_ERROR,
    },
    signOut: { 'the provider is told': { output: null }, 'no connection': NETWORK_ERROR },
  },
} satisfies SamplesOf<typeof sessionListMachine>;

export const dataExportSamples = {
  events: { 'press Download': { type: 'DOWNLOAD' }, 'press Cancel': { type: 'CANCEL' } },
  outcomes: {
    download: {
      'the file is saved': { output: 'cruddur-inesvarga-2026-11-24.json' },
      'too many downloads': apiError('generic_429'),
      'no answer': NO_ANSWER_ERROR,
    },
  },
} satisfies SamplesOf<typeof dataExportMachine>;

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
