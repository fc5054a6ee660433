import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { AuthButton, AuthForm, AuthSwitchLink } from '../../frame/auth-form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useCarriedEmail } from '../../auth/page-handover.ts';
import { useTitle } from '../../app/use-title.ts';
import { SIGN_IN_ERRORS } from '../../machines/sign-in.machine.ts';
import { authPagePath } from '../../paths.ts';
import { HostedSignIn, PasskeyButton } from './other-sign-ins.tsx';
import { SignInReason } from './sign-in-reason.tsx';
import { useSignIn, useSignInRedirect } from './use-sign-in.ts';

export function SignIn() {
  useTitle('Sign In');
  const [state, send] = useSignIn();
  const [email, setEmail] = useCarriedEmail();
  const [password, setPassword] = useState('');
  const emailId = useId();
  useSignInRedirect(state);

  const hasNoEmail = state.hasTag('failed') && state.context.error === SIGN_IN_ERRORS.noEmail;
  const isPasskeyPending = state.hasTag('passkey');
  const editField = (setValue: (value: string) => void) => (value: string) => {
    setValue(value);
    send({ type: 'EDIT' });
  };

  return (
    <AuthFrame>
      <AuthForm onSubmit={() => send({ type: 'SUBMIT', email, password })}>
        <h1>Sign into your Cruddur account</h1>
        <SignInReason />
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
          onChange={editField(setEmail)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={editField(setPassword)}
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
        <HostedSignIn />
        <AuthSwitchLink
          question="Don't have an account?"
          action="Sign up!"
          to={authPagePath('signUp', email)}
        />
      </AuthForm>
    </AuthFrame>
  );
}
