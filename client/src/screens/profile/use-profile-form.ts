import type { Profile } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toErrorCodes } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { updateProfile } from '../../api/profiles.ts';
import { queryKeys } from '../../cache/query-keys.ts';
import { useSession } from '../../auth/session/session-react.tsx';

interface Parts {
  open: boolean;
  profile: Profile;
  onSaved: () => void;
}

type Fields = { displayName: string; bio: string };
const EMPTY_FIELDS: Fields = { displayName: '', bio: '' };

/** The fields of the popup: filled when it opens, cleared once they are saved. What was changed and not saved is gone on with. */
export function useProfileForm({ open, profile, onSaved }: Parts) {
  const call = useCall();
  const client = useQueryClient();
  const { setPerson } = useSession();
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [filled, setFilled] = useState(EMPTY_FIELDS);
  const [wasOpen, setWasOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  // One act of saving is one operation, however often it is tried; other content is another act.
  const [operation, setOperation] = useState<string>(() => crypto.randomUUID());

  const change = (next: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...next }));
    setOperation(crypto.randomUUID());
  };
  if (open !== wasOpen) {
    setWasOpen(open);
    setErrors([]);
    if (open && isSame(fields, filled)) {
      const stored = { displayName: profile.display_name, bio: profile.bio };
      setFilled(stored);
      change(stored);
    }
  }

  async function save(): Promise<void> {
    setBusy(true);
    setErrors([]);
    try {
      const body = { display_name: fields.displayName, bio: fields.bio };
      const { handle, display_name } = await updateProfile(call, body, operation);
      setPerson({ handle, display_name });
      setFields(EMPTY_FIELDS);
      setFilled(EMPTY_FIELDS);
      onSaved();
      await client.invalidateQueries({ queryKey: queryKeys.profile(handle) });
    } catch (failure) {
      setErrors(toErrorCodes(failure));
    } finally {
      setBusy(false);
    }
  }

  return {
    ...{ displayName: fields.displayName, bio: fields.bio, busy, errors },
    onDisplayName: (displayName: string) => change({ displayName }),
    onBio: (bio: string) => change({ bio }),
    onSubmit: () => void save(),
  };
}

function isSame(one: Fields, other: Fields): boolean {
  return one.displayName === other.displayName && one.bio === other.bio;
}
