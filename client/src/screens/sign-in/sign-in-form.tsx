import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { AuthButton, AuthForm, AuthSwitchLink } from '../../frame/auth-form.tsx';
import { SIGN_IN_ERRORS, type Credentials, type signInMachine } from '../../machines/sign-in.machine.ts';
import { authPagePath } from '../../paths.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';

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
  const hasNoEmail = state.hasTag('failed') && state.context.error === SIGN_IN_ERRORS.noEmail;
  const isPasskeyPending = state.hasTag('passkey');
  const editField = (name: keyof Credentials) => (value: string) => {
    onField(name, value);
    send({ type: 'EDIT' });
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
        <Link className="link" to={authPagePath('forgot', email)}>
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
