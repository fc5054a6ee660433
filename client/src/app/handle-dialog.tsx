import { useId, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { HANDLE_RULE, useHandleCheck } from '../auth/use-handle-check.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { normalizeHandle, isPossibleHandle } from '../machines/handle-check.machine.ts';
import { paths } from '../paths.ts';
import { useChooseHandle } from './use-choose-handle.ts';

/** The username somebody signed up with belongs to somebody else here: another one is needed before anything works. */
export function HandleDialog({ taken }: { taken: string }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [state, send] = useChooseHandle(taken);
  const { verdict, check } = useHandleCheck();
  const [handle, setHandle] = useState('');
  const form = useId();
  const busy = state.hasTag('busy');

  return (
    <Dialog
      open
      title="Choose a username"
      // Without one there is nothing to do here.
      onClose={() => void signOut(true).then(() => navigate(paths.home))}
      end={
        <Button
          small
          type="submit"
          form={form}
          busy={busy}
          disabled={!isPossibleHandle(normalizeHandle(handle))}
        >
          Save
        </Button>
      }
    >
      <ErrorBox errors={state.context.errors} />
      <form
        className="edit"
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          send({ type: 'SAVE', handle: normalizeHandle(handle) });
        }}
      >
        <Field
          label="Username"
          name="handle"
          sign="@"
          help={`${HANDLE_RULE} It is yours for good.`}
          verdict={verdict}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-begin=""
          value={handle}
          onChange={(value) => {
            setHandle(value);
            check(value);
            send({ type: 'EDIT' });
          }}
        />
      </form>
    </Dialog>
  );
}
