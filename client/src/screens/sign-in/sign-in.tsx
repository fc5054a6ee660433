import { useEffect, useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { confirmPath, paths } from '../../paths.ts';
import { HostedSignIn } from './hosted-sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';

export function SignIn() {
  useTitle('Sign In');
  const navigate = useNavigate();
  const [state, send] = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');

  const goal = state.hasTag('done')
    ? paths.home
    : state.hasTag('toConfirm')
      ? confirmPath(state.context.email)
      : state.hasTag('toReset')
        ? paths.forgot
        : null;
  useEffect(() => {
    if (goal) void navigate(goal, { replace: goal === paths.home });
  }, [goal, navigate]);

  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    send({ type: 'EDIT' });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send({ type: 'SUBMIT', email, password });
  };

  return (
    <AuthFrame>
      <form className="card" onSubmit={submit}>
        <h1>Sign into your Cruddur account</h1>
        <ErrorBox errors={state.hasTag('failed') ? [state.context.error] : []} />
        <Field
          label="Email"
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
          <Link className="link" to={paths.forgot}>
            Forgot Password?
          </Link>
          <Button type="submit" busy={state.hasTag('busy')} disabled={email.trim() === '' || password === ''}>
            Sign In
          </Button>
        </div>
        <HostedSignIn />
        <p className="strip">
          Don&apos;t have an account?{' '}
          <Link className="link" to={paths.signUp}>
            <b>Sign up!</b>
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
