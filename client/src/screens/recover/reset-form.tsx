import { PASSWORD_MIN } from '@cruddur/shared';
import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { RECOVERY_ERRORS } from '../../machines/recovery.machine.ts';

type Fields = { code: string; password: string; passwordAgain: string };

type Props = {
  errors: readonly string[];
  busy: boolean;
  onEdit: () => void;
  onReset: (fields: Fields) => void;
};

const EMPTY: Fields = { code: '', password: '', passwordAgain: '' };

/** The second step: the code from the mail and the new password, twice. */
export function ResetForm({ errors, busy, onEdit, onReset }: Props) {
  const againId = useId();
  const [fields, setFields] = useState(EMPTY);
  const doDiffer = errors.includes(RECOVERY_ERRORS.differ);
  const bind = (name: keyof Fields) => ({
    name,
    required: true,
    value: fields[name],
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value });
      onEdit();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onReset(fields);
  };
  return (
    <form className="card" onSubmit={submit}>
      <h1>Recover your Password</h1>
      <ErrorBox errors={errors} fields={{ [RECOVERY_ERRORS.differ]: againId }} />
      {/* The step just appeared in answer to a press, and this is where it goes on. */}
      <CodeField label="Reset Password Code" autoFocus {...bind('code')} />
      <PasswordField
        label="New Password"
        help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
        autoComplete="new-password"
        {...bind('password')}
      />
      <PasswordField
        label="New Password Again"
        id={againId}
        autoComplete="new-password"
        error={doDiffer ? RECOVERY_ERRORS.differ : null}
        {...bind('passwordAgain')}
      />
      <Button type="submit" wide busy={busy}>
        Reset Password
      </Button>
    </form>
  );
}
