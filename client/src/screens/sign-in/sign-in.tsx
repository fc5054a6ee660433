import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { GateButton, GateForm } from '../../components/gate-form.tsx';
import { GateStrip } from '../../components/gate-strip.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useCarriedEmail } from '../../feed/use-carried-email.ts';
import { useTitle } from '../../feed/use-title.ts';
import { SIGN_IN_ERRORS } from '../../machines/sign-in.machine.ts';
import { gatePath } from '../../paths.ts';
import { HostedSignIn } from './hosted-sign-in.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignIn } from './use-sign-in.ts';
import { useWayOn } from './use-way-on.ts';

export function SignIn() {
  useTitle('Sign In');
  const [state, send] = useSignIn();
  const [email, setEmail] = useCarriedEmail();
  const [password, setPassword] = useState('');
  const emailId = useId();
  useWayOn(state);

  const asking = state.hasTag('passkey');
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    send({ type: 'EDIT' });
  };

  return (
    <AuthFrame>
      <GateForm onSubmit={() => send({ type: 'SUBMIT', email, password })}>
        <h1>Sign into your Cruddur account</h1>
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
          onChange={edit(setEmail)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={edit(setPassword)}
        />
        <div className="row">
          <Link className="link" to={gatePath('forgot', email)}>
            Forgot Password?
          </Link>
          <GateButton
            busy={state.hasTag('busy') && !asking}
            disabled={email.trim() === '' || password === ''}
          >
            Sign In
          </GateButton>
        </div>
        <PasskeyButton busy={asking} onPress={() => send({ type: 'PASSKEY', email })} />
        <HostedSignIn />
        <GateStrip question="Don't have an account?" action="Sign up!" to={gatePath('signUp', email)} />
      </GateForm>
    </AuthFrame>
  );
}
