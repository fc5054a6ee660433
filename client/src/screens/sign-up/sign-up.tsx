import { PASSWORD_MIN } from '@cruddur/shared';
import { useEffect, useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTitle } from '../../feed/use-title.ts';
import type { SignUpFields } from '../../machines/sign-up.machine.ts';
import { confirmPath, paths } from '../../paths.ts';
import { useSignUp } from './use-sign-up.ts';

const EMPTY: SignUpFields = { name: '', email: '', handle: '', password: '' };

export function SignUp() {
  useTitle('Sign Up');
  const navigate = useNavigate();
  const [state, send] = useSignUp();
  const [fields, setFields] = useState(EMPTY);

  const { email } = state.context;
  const isDone = state.hasTag('done');
  useEffect(() => {
    if (isDone) void navigate(confirmPath(email));
  }, [isDone, email, navigate]);

  const bind = (name: keyof SignUpFields) => ({
    name,
    required: true,
    value: fields[name],
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value });
      send({ type: 'EDIT' });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send({ type: 'SUBMIT', fields: tidy(fields) });
  };

  return (
    <AuthFrame>
      <form className="card" onSubmit={submit}>
        <h1>Sign up to create a Cruddur account</h1>
        <ErrorBox errors={state.hasTag('failed') ? [state.context.error] : []} />
        <Field label="Name" autoComplete="name" {...bind('name')} />
        <Field label="Email" type="email" autoComplete="username" {...bind('email')} />
        <Field
          label="Username"
          sign="@"
          help="3 to 20 small letters, digits or underscores. It is yours for good."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...bind('handle')}
        />
        <PasswordField
          label="Password"
          help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
          autoComplete="new-password"
          {...bind('password')}
        />
        <Button type="submit" wide busy={state.hasTag('busy')}>
          Sign Up
        </Button>
        <p className="strip">
          Already have an account?{' '}
          <Link className="link" to={paths.signIn}>
            <b>Sign in!</b>
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}

/** Handles know no case, and people write them with the at sign. */
function tidy({ name, email, handle, password }: SignUpFields): SignUpFields {
  const bare = handle.trim().replace(/^@/u, '').toLowerCase();
  return { name: name.trim(), email: email.trim(), handle: bare, password };
}
