import type { LeftOut } from './paths/coverage.ts';

const NO_ADMINISTRATOR =
  'only an administrator of Amazon Cognito can require a password reset, and the local pool has no administrator';
const ANSWERED_AS_STEP = 'aws-amplify returns this refusal as a sign-in step, which another walk covers';
const CONFIRMED_AT_ONCE =
  'the local pool applies a confirmation immediately; only a replicated pool can lag behind';
const BUSY = 'a busy button is disabled, so the event cannot be sent';
const NOT_VISIBLE =
  'the page looks the same while a token refresh waits for a connection, so a walk cannot check it; the test of STAY-4 does';
const SUSPENDED =
  'only an operator can suspend a user; the walks on actors and the tests of SUSPEND-8 and SUSPEND-11 cover it';
const CONFIRMED_ONLY = 'only a confirmed and signed-in user can add a passkey';
const ALWAYS_ACCEPTED =
  'a submit only stores the item in the outbox of the browser, which finishes immediately and does not fail in a walk';
const ALWAYS_OPEN =
  'the walks use the popup, which starts closed; the form of a conversation is always open and is covered by the walks of the conversation machine';
const NO_CHANGE = 'a form field sends an event only when its value changes';
const ALWAYS_SHOWN =
  'headless Chromium reports every page as visible; the walks on actors and the test of TALK-1 cover it';

/** The states and transitions that no walk takes, each with the reason why no user of the product and its local pool can cause it. */
export const leftOut = {
  'sign-in': {
    toReset: NO_ADMINISTRATOR,
    'form: SUBMIT [hasNoEmail]': 'the button is disabled until both fields are filled in',
    'form: SUBMIT [hasNoPassword]': 'the button is disabled until both fields are filled in',
    'submitting: done signIn [needsReset]': NO_ADMINISTRATOR,
    'submitting: error signIn [isUnconfirmed]': ANSWERED_AS_STEP,
    'submitting: error signIn [isResetRequired]': NO_ADMINISTRATOR,
    'askingPasskey: done signInByPasskey [needsConfirmation]': CONFIRMED_ONLY,
    'askingPasskey: done signInByPasskey [needsReset]': NO_ADMINISTRATOR,
    'askingPasskey: done signInByPasskey [offersOtherFactors]':
      'the local pool requests a passkey whether the account has one or not',
    'askingPasskey: done signInByPasskey': 'no step of the local pool follows a passkey',
    'askingPasskey: error signInByPasskey [isUnconfirmed]': CONFIRMED_ONLY,
    'askingPasskey: error signInByPasskey [isResetRequired]': NO_ADMINISTRATOR,
    'opening: done openSession': 'a sign-in that the pool completes always returns tokens',
    'opening: error openSession': 'no user action makes storing tokens fail',
  },
  'sign-up': {},
  confirm: {
    'email.confirmed.pausing': CONFIRMED_AT_ONCE,
    'email.confirmed.signingIn: done autoSignIn [isTooEarly]': CONFIRMED_AT_ONCE,
    'email.confirmed.signingIn: error autoSignIn [isRefusedAsEarly]': CONFIRMED_AT_ONCE,
    'email.confirmed.pausing: after poll': CONFIRMED_AT_ONCE,
  },
  recovery: {
    'send_code: always [wasSent]':
      'only a page that is reloaded after a code was sent starts there; ACCOUNT-15 proves it',
    'send_code.sending: SEND': BUSY,
    'send_code.sending: done sendCode [needsNoCode]':
      'the local pool requires a code in any case, as Cognito does',
    'confirm_code.password.resetting: RESET': BUSY,
  },
  session: {
    'signedIn.waiting': NOT_VISIBLE,
    'checking: error restore': 'the storage of this browser can always be read',
    'adopting: done adopt': 'a sign-in that the pool completes always returns tokens',
    'adopting: error adopt': 'missing names are replaced by the fallbacks, so that it never fails',
    'signedIn: SIGNED_IN': 'aws-amplify signs the user out before another sign-in',
    'signedOut.suspended': SUSPENDED,
    'checking: error restore [isSuspension]': SUSPENDED,
    'signedOut.suspended: FORGET': SUSPENDED,
    'adopting: error adopt [isSuspension]': SUSPENDED,
    'signedIn.fresh: CHECK [isDue]': NOT_VISIBLE,
    'signedIn.fresh.settled: REFRESH':
      'after a sign-out elsewhere, by a call or a socket that no walk controls; STAY-3 proves it',
    'signedIn.refreshing: error renew [lostConnection]': NOT_VISIBLE,
    'signedIn.refreshing: error renew':
      'requires a pool that refuses for another reason than the session’s end',
    'signedIn.waiting: REFRESH': NOT_VISIBLE,
    'signedIn.waiting: after untilRetry': NOT_VISIBLE,
    'signedIn.waiting: CHECK [isDue]': NOT_VISIBLE,
  },
  compose: {
    'closed: always [isAlwaysOpen]': ALWAYS_OPEN,
    'open: TYPE [isSame]': NO_CHANGE,
    'open: CHOOSE [isSame]': NO_CHANGE,
    'open: SUBMIT [isBlank]': 'the form submits no blank text',
    'open: SUBMIT [isTooLong]': 'the form submits no text over the limit',
    'open.failed': ALWAYS_ACCEPTED,
    'open.submitting: TYPE': ALWAYS_ACCEPTED,
    'open.submitting: CHOOSE': ALWAYS_ACCEPTED,
    'open.submitting: SUBMIT': ALWAYS_ACCEPTED,
    'open.submitting: CLOSE': ALWAYS_ACCEPTED,
    'open.submitting: RESTORE': ALWAYS_ACCEPTED,
    'open.submitting: done submit [isAlwaysOpen]': ALWAYS_OPEN,
    'open.submitting: error submit': ALWAYS_ACCEPTED,
  },
  conversation: {
    'open.page.hidden': ALWAYS_SHOWN,
    'open.page.shown: HIDDEN': ALWAYS_SHOWN,
    'open.page.hidden: SHOWN': ALWAYS_SHOWN,
    'open.reading.owing: SHOWN': ALWAYS_SHOWN,
    'open: OPENED': 'a page reports only once that its messages are loaded',
    'open.content.empty: always [not isEmpty]':
      'a conversation loses all its messages only with its partner, to whom no message can be sent',
  },
} satisfies Record<string, LeftOut>;
