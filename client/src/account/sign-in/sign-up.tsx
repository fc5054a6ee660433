import { PASSWORD_MIN } from '@cruddur/shared';
import { useEffect, useEffectEvent, useState, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { AuthFrame, useCarriedEmail, VisitorReason } from './auth-frame.tsx';
import { ErrorBox, useFieldErrors } from '../../base/ui/error-box.tsx';
import { Field, PasswordField } from '../../base/ui/field.tsx';
import { AuthButton, AuthForm, AuthSwitchLink } from './auth-form.tsx';
import { HANDLE_RULE, useHandleCheck } from '../use-handle-check.ts';
import { useReturnState } from '../use-return-path.ts';
import { useTitle } from '../../sync/me/use-title.ts';
import { normalizeHandle } from '../handle-check.machine.ts';
import {
  findSignUpErrors,
  HANDLE_EXISTS,
  SIGN_UP_ERRORS,
  SIGN_UP_ERRORS_OF_FIELDS,
  type SignUpFields,
  signUpMachine,
} from './sign-up.machine.ts';
import { authPagePath } from '../../base/paths.ts';
import { useCall } from '../../base/http/page-services.ts';
import { isHandleAvailable } from '../../people/users.ts';
import { isFailure } from '../../base/machines/failure.ts';
import { useMachine } from '../../base/machines/use-machine.ts';
import { useSession } from '../../base/session/session-react.tsx';

export function SignUp() {
  useTitle('Sign Up');
  const navigate = useNavigate();
  const [state, send] = useSignUp();
  const [carriedEmail] = useCarriedEmail();
  const [fields, setFields] = useState<SignUpFields>({
    name: '',
    email: carriedEmail,
    handle: '',
    password: '',
  });
  const { verdict, isTaken, check } = useHandleCheck();

  const { email, errors } = state.context;
  const { box, fieldProps, onEdit } = useFieldErrors({
    errors,
    ofFields: SIGN_UP_ERRORS_OF_FIELDS,
    found: findSignUpErrors(normalizeFields(fields), isTaken),
    onEdit: () => send({ type: 'EDIT' }),
  });
  const isDone = state.hasTag('done');
  const returnState = useReturnState();
  const openConfirm = useEffectEvent(() => {
    void navigate(authPagePath('confirm', email), { state: returnState });
  });
  useEffect(() => {
    if (isDone) openConfirm();
  }, [isDone]);

  const handleError = box.errors.includes(SIGN_UP_ERRORS.otherHandle)
    ? (verdict?.text ?? 'This username can’t be used.')
    : null;
  const bind = (name: keyof SignUpFields) => ({
    ...fieldProps(name),
    'aria-required': true,
    value: fields[name],
    onChange: (value: string) => {
      // A password manager fills in several fields before the next render.
      setFields((previous) => ({ ...previous, [name]: value }));
      if (name === 'handle') check(value);
      onEdit();
    },
  });

  return (
    <AuthFrame>
      <AuthForm onSubmit={() => send({ type: 'SUBMIT', fields: normalizeFields(fields), isTaken })}>
        <h1>Sign up to create a Cruddur account</h1>
        <VisitorReason verb="Sign up" />
        <ErrorBox {...box} />
        <Field label="Name" autoComplete="name" {...bind('name')} />
        <Field label="Email" type="email" autoComplete="username" {...bind('email')} />
        <Field
          label="Username"
          sign="@"
          help={`${HANDLE_RULE} You can’t change it later.`}
          verdict={handleError === null ? verdict : null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...bind('handle')}
          {...(handleError !== null && { error: handleError })}
        />
        <PasswordField
          label="Password"
          help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
          autoComplete="new-password"
          {...bind('password')}
        />
        <AuthButton wide busy={state.hasTag('busy')}>
          Sign Up
        </AuthButton>
        <AuthSwitchLink
          question="Already have an account?"
          action="Sign in!"
          to={authPagePath('signIn', fields.email)}
        />
      </AuthForm>
    </AuthFrame>
  );
}

function normalizeFields({ name, email, handle, password }: SignUpFields): SignUpFields {
  return { name: name.trim(), email: email.trim(), handle: normalizeHandle(handle), password };
}

const EXISTS = ['UsernameExists', 'AliasExists'];

/** Runs the sign-up machine with the identity provider. */
function useSignUp() {
  const { identity } = useSession();
  const call = useCall();
  const machine = useMemo(
    () =>
      signUpMachine.provide({
        actors: {
          signUp: fromPromise(async ({ input, signal }) => {
            try {
              await (await identity()).signUp(input);
            } catch (failure) {
              if (!EXISTS.some((name) => isFailure(failure, name))) throw failure;
              const isFree = await isHandleAvailable(call, input.handle, signal).catch(() => true);
              throw isFree ? failure : Object.assign(new Error('The handle exists'), { name: HANDLE_EXISTS });
            }
          }),
        },
      }),
    [identity, call],
  );
  return useMachine(machine);
}
