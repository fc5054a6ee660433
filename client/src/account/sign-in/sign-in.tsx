import { useEffect, useState, useMemo, useId, type ReactNode } from 'react';
import { suspendedOf } from '../../base/session/session.ts';
import { useSession } from '../../base/session/session-react.tsx';
import { LazyComponent, lazyValue } from '../../base/lazy/lazy-component.tsx';
import { useTitle } from '../../sync/me/use-title.ts';
import { AuthFrame, useCarriedEmail, VisitorReason } from './auth-frame.tsx';
import { AuthButton, AuthForm, AuthSwitchLink } from './auth-form.tsx';
import { ErrorBox } from '../../base/ui/error-box.tsx';
import { type ReturnState, useHasSessionEnded, useReturnPath, useReturnState } from '../use-return-path.ts';
import { localItems } from '../../base/browser-storage.ts';
import { useHydrating } from '../../base/hydration/use-hydrating.ts';
import { fromPromise, type SnapshotFrom, type EventFrom } from 'xstate';
import { useNavigate, Link } from 'react-router-dom';
import { useMachine } from '../../base/machines/use-machine.ts';
import { signInMachine, SIGN_IN_ERRORS, signInText, type Credentials } from './sign-in.machine.ts';
import { authPagePath } from '../../base/paths.ts';
import { Field, PasswordField } from '../../base/ui/field.tsx';
import { KeyRound } from 'lucide-react';
import { supportsPasskeys } from '../../base/session/identity-provider.ts';
import { Icon } from '../../base/ui/icon.tsx';

const suspendedAccount = lazyValue(
  47,
  async () => (await import('./suspended-account.tsx')).SuspendedAccount,
);

export function SignIn() {
  useTitle('Sign In');
  const [state, send] = useSignIn();
  const [email, setEmail] = useCarriedEmail();
  const [password, setPassword] = useState('');
  useSignInRedirect(state);
  const session = useSession();
  const suspended = suspendedOf(session);
  const { forgetSuspended } = session;
  // The next user of this device must not find the token.
  useEffect(() => forgetSuspended, [forgetSuspended]);
  return (
    <AuthFrame>
      <SignInForm
        state={state}
        send={send}
        fields={{ email, password }}
        onField={(name, value) => (name === 'email' ? setEmail : setPassword)(value)}
        reason={<SignInReason />}
        hosted={<HostedSignIn />}
      />
      {suspended && <LazyComponent component={suspendedAccount} componentProps={{ user: suspended }} />}
    </AuthFrame>
  );
}

/** Signs in on the pool's hosted page, where one is configured, and shows the error of the last attempt. */
export function HostedSignIn() {
  const { hosted } = useSession();
  const [request, setRequest] = useState<{ failure: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hosted) return null;
  const { failure } = request ?? hosted;

  const openHostedPage = () => {
    setRequest({ failure: null });
    setBusy(true);
    hosted.signIn().catch((thrown: unknown) => {
      setBusy(false);
      setRequest({ failure: thrown });
    });
  };
  return (
    <>
      <ErrorBox errors={failure === null ? [] : [signInText(failure)]} />
      <AuthButton type="button" variant="outline" wide busy={busy} onClick={openHostedPage}>
        Continue with the hosted page
      </AuthButton>
    </>
  );
}

/** Why the visitor was sent here, if not by choice. */
export function SignInReason() {
  const hydrating = useHydrating();
  const hasEnded = useHasSessionEnded();
  if (hasEnded)
    return <p className="lead">Your session has ended. Sign in to continue where you left off.</p>;
  if (!hydrating && !(localItems instanceof Storage))
    return (
      <p className="lead">
        This browser blocks site data, so you will be signed out when this page closes or reloads.
      </p>
    );
  return <VisitorReason verb="Sign in" />;
}

/** Runs the sign-in machine with the identity provider and the session. */
export function useSignIn() {
  const { identity, adoptSignIn } = useSession();
  const machine = useMemo(
    () =>
      signInMachine.provide({
        actors: {
          signIn: fromPromise(async ({ input: { email, password } }) =>
            (await identity()).signIn(email, password),
          ),
          signInByPasskey: fromPromise(async ({ input: { email } }) =>
            (await identity()).signInByPasskey(email),
          ),
          openSession: fromPromise(async () => {
            const provider = await identity();
            if (!(await provider.fetchSession())) return false;
            await adoptSignIn();
            return true;
          }),
        },
      }),
    [identity, adoptSignIn],
  );
  return useMachine(machine);
}

/** Leaves the page after a sign-in, or for the page whose code is needed first, which requests that code on arrival. */
export function useSignInRedirect(state: SnapshotFrom<typeof signInMachine>): void {
  const navigate = useNavigate();
  const back = useReturnPath();
  const nextPage = nextPageOf(state, back);
  const isDone = state.hasTag('done');
  useEffect(() => {
    if (nextPage === null) return;
    const reason: ReturnState = { back, needsCode: true };
    void navigate(nextPage, isDone ? { replace: true } : { state: reason });
  }, [isDone, nextPage, back, navigate]);
}

interface Props {
  state: SnapshotFrom<typeof signInMachine>;
  send: (event: EventFrom<typeof signInMachine>) => void;
  fields: Credentials;
  onField: (name: keyof Credentials, value: string) => void;
  /** Why the visitor was sent here. */
  reason?: ReactNode;
  /** Another way to sign in. */
  hosted?: ReactNode;
}

/** The form of the sign-in machine, in each of its states. */
export function SignInForm({ state, send, fields: { email, password }, onField, reason, hosted }: Props) {
  const emailId = useId();
  const returnState = useReturnState();
  const hasNoEmail = state.hasTag('failed') && state.context.error === SIGN_IN_ERRORS.noEmail;
  const isPasskeyPending = state.hasTag('passkey');
  const editField = (name: keyof Credentials) => (value: string) => {
    onField(name, value);
    const isEmailBlank = (name === 'email' ? value : email).trim() === '';
    // Until there is an email, its error stays.
    if (!hasNoEmail || !isEmailBlank) send({ type: 'EDIT' });
  };
  return (
    <AuthForm onSubmit={() => send({ type: 'SUBMIT', email, password })}>
      <h1>Sign into your Cruddur account</h1>
      {reason}
      <ErrorBox
        errors={state.hasTag('failed') ? [state.context.error] : []}
        fields={{ [SIGN_IN_ERRORS.noEmail]: emailId }}
      />
      <Field
        label="Email"
        id={emailId}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={hasNoEmail ? SIGN_IN_ERRORS.noEmail : null}
        onChange={editField('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={editField('password')}
      />
      <div className="row">
        <Link className="link" to={authPagePath('forgot', email)} state={returnState}>
          Forgot Password?
        </Link>
        <AuthButton
          busy={state.hasTag('busy') && !isPasskeyPending}
          disabled={email.trim() === '' || password === ''}
        >
          Sign In
        </AuthButton>
      </div>
      <PasskeyButton busy={isPasskeyPending} onPress={() => send({ type: 'PASSKEY', email })} />
      {hosted}
      <AuthSwitchLink
        question="Don't have an account?"
        action="Sign up!"
        to={authPagePath('signUp', email)}
      />
    </AuthForm>
  );
}

/**
 * The page that follows: the one that the sign-in was opened from, or the one whose code is needed first; null until then.
 * @param back where a completed sign-in leads
 */
export function nextPageOf(state: SnapshotFrom<typeof signInMachine>, back: string): string | null {
  const { email } = state.context;
  if (state.hasTag('done')) return back;
  if (state.hasTag('toConfirm')) return authPagePath('confirm', email);
  return state.hasTag('toReset') ? authPagePath('forgot', email) : null;
}

/**
 * Signs in with a passkey, in browsers that support them. The server-rendered page always contains the button and hides it by
 * styles where it is unsupported, so nothing moves at hydration.
 */
function PasskeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const hydrating = useHydrating();
  if (!hydrating && !supportsPasskeys()) return null;
  return (
    <AuthButton type="button" variant="outline" wide className="needs-passkeys" busy={busy} onClick={onPress}>
      <Icon of={KeyRound} />
      Use a passkey
    </AuthButton>
  );
}
