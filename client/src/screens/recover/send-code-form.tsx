import { useId } from 'react';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { AuthButton, AuthForm, AuthSwitchLink } from '../../frame/auth-form.tsx';
import { RECOVERY_ERRORS } from '../../machines/recovery.machine.ts';
import { authPagePath } from '../../paths.ts';

type Props = {
  email: string;
  errors: readonly string[];
  busy: boolean;
  onEmail: (email: string) => void;
  onEdit: () => void;
  onSend: () => void;
};

/** The first step: the email of the account. */
export function SendCodeForm({ email, errors, busy, onEmail, onEdit, onSend }: Props) {
  const emailId = useId();
  return (
    <AuthForm onSubmit={onSend}>
      <h1>Recover your Password</h1>
      <ErrorBox errors={errors} fields={{ [RECOVERY_ERRORS.noEmail]: emailId }} />
      <Field
        label="Email"
        id={emailId}
        help="If there’s an account for this email, we’ll send it a code."
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={errors.includes(RECOVERY_ERRORS.noEmail) ? RECOVERY_ERRORS.noEmail : null}
        onChange={(value) => {
          onEmail(value);
          onEdit();
        }}
      />
      <AuthButton wide busy={busy}>
        Send Recovery Code
      </AuthButton>
      <AuthSwitchLink question="Remembered it?" action="Sign in!" to={authPagePath('signIn', email)} />
    </AuthForm>
  );
}
