import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { textsOf } from '../api/api-error.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBox } from '../components/error-box.tsx';
import { Field } from '../components/field.tsx';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';
import { useNavigate } from 'react-router-dom';

/** The username somebody signed up with belongs to somebody else here: another one is needed before anything works. */
export function HandleDialog({ taken }: { taken: string }) {
  const { identity, refresh, setPerson, person, signOut } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [handle, setHandle] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([
    `@${taken} is taken here, choose another username`,
  ]);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await (await identity()).updateHandle(handle);
      await refresh(true);
      setPerson({ handle, display_name: person?.display_name ?? '' });
      await client.refetchQueries({ queryKey: keys.me }, { throwOnError: true });
      await client.invalidateQueries();
    } catch (failure) {
      setErrors(textsOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title="Choose a username"
      onClose={() => void signOut(true).then(() => navigate(paths.home))}
      end={
        <Button small type="submit" form="choose-handle" busy={busy} disabled={handle === ''}>
          Save
        </Button>
      }
    >
      <ErrorBox errors={errors} />
      <form
        className="edit"
        id="choose-handle"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <Field
          label="Username"
          name="handle"
          autoComplete="username"
          data-begin=""
          value={handle}
          onChange={(value) => setHandle(value.toLowerCase())}
        />
      </form>
    </Dialog>
  );
}
