import { machineOf } from './tab-actors.ts';

/** What is behind the tabs, as far as their machines tell. */
export type Remote = 'server' | 'user pool';

/** The work of the machines that is one request, by where it goes. Work that is not named here stays in its tab. */
const WORK: Readonly<Record<Remote, Readonly<Record<string, readonly string[]>>>> = {
  server: {
    polling: ['poll'],
    outbox: ['attempt'],
    conversation: ['markRead'],
    form: ['submit'],
    'handle-check': ['ask'],
    'account-deletion': ['erase', 'isErased'],
    push: ['save', 'end'],
  },
  'user pool': {
    socket: ['renew'],
    session: ['renew'],
    'sign-in': ['signIn', 'signInByPasskey'],
    'sign-up': ['signUp'],
    confirm: ['confirm', 'resend', 'autoSignIn'],
    recovery: ['sendCode', 'reset'],
  },
};

const REMOTES = Object.keys(WORK) as Remote[];

/** Where an invoked actor's request goes. @param actor its name: `outbox-3/attempt` */
export function remoteOf({ actor }: { actor: string }): Remote | null {
  const [, source = ''] = actor.split('/');
  const machine = machineOf({ actor });
  return REMOTES.find((remote) => WORK[remote][machine]?.includes(source)) ?? null;
}
