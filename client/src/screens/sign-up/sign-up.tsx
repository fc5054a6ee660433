import { PASSWORD_MIN } from '@cruddur/shared';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { GateButton, GateForm } from '../../components/gate-form.tsx';
import { GateStrip } from '../../components/gate-strip.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useCarriedEmail } from '../../feed/use-carried-email.ts';
import { HANDLE_RULE, useHandleCheck } from '../../feed/use-handle-check.ts';
import { useTitle } from '../../feed/use-title.ts';
import { bareHandle } from '../../machines/handle-check.machine.ts';
import { SIGN_UP_ERRORS, type SignUpFields } from '../../machines/sign-up.machine.ts';
import { gatePath } from '../../paths.ts';
import { useSignUp } from './use-sign-up.ts';

/** What each field is told that it lacks. */
const LACKS: Record<keyof SignUpFields, string> = {
  name: SIGN_UP_ERRORS.noName,
  email: SIGN_UP_ERRORS.noEmail,
  handle: SIGN_UP_ERRORS.noHandle,
  password: SIGN_UP_ERRORS.noPassword,
};

export function SignUp() {
  useTitle('Sign Up');
  const navigate = useNavigate();
  const [state, send] = useSignUp();
  const [carried] = useCarriedEmail();
  const [fields, setFields] = useState<SignUpFields>({ name: '', email: carried, handle: '', password: '' });
  const { verdict, isTaken, check } = useHandleCheck();
  const form = useId();

  const { email, errors } = state.context;
  const isDone = state.hasTag('done');
  useEffect(() => {
    if (isDone) void navigate(gatePath('confirm', email));
  }, [isDone, email, navigate]);

  const cannotBe = errors.includes(SIGN_UP_ERRORS.otherHandle)
    ? (verdict?.text ?? 'This cannot be your username.')
    : null;
  const idOf = (name: keyof SignUpFields) => `${form}-${name}`;
  const bind = (name: keyof SignUpFields) => ({
    name,
    id: idOf(name),
    'aria-required': true,
    value: fields[name],
    error: errors.includes(LACKS[name]) ? 'Please fill this in' : null,
    onChange: (value: string) => {
      // Several may be filled in at once.
      setFields((known) => ({ ...known, [name]: value }));
      if (name === 'handle') check(value);
      send({ type: 'EDIT' });
    },
  });

  return (
    <AuthFrame>
      <GateForm onSubmit={() => send({ type: 'SUBMIT', fields: tidy(fields), isTaken })}>
        <h1>Sign up to create a Cruddur account</h1>
        <ErrorBox
          errors={errors}
          fields={{
            [LACKS.name]: idOf('name'),
            [LACKS.email]: idOf('email'),
            [LACKS.handle]: idOf('handle'),
            [SIGN_UP_ERRORS.otherHandle]: idOf('handle'),
            [LACKS.password]: idOf('password'),
          }}
        />
        <Field label="Name" autoComplete="name" {...bind('name')} />
        <Field label="Email" type="email" autoComplete="username" {...bind('email')} />
        <Field
          label="Username"
          sign="@"
          help={`${HANDLE_RULE} It is yours for good.`}
          verdict={cannotBe === null ? verdict : null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...bind('handle')}
          {...(cannotBe !== null && { error: cannotBe })}
        />
        <PasswordField
          label="Password"
          help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
          autoComplete="new-password"
          {...bind('password')}
        />
        <GateButton wide busy={state.hasTag('busy')}>
          Sign Up
        </GateButton>
        <GateStrip
          question="Already have an account?"
          action="Sign in!"
          to={gatePath('signIn', fields.email)}
        />
      </GateForm>
    </AuthFrame>
  );
}

function tidy({ name, email, handle, password }: SignUpFields): SignUpFields {
  return { name: name.trim(), email: email.trim(), handle: bareHandle(handle), password };
}
