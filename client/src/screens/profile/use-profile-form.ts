import type { Profile } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newId } from '../../new-id.ts';
import { toErrorCodes } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { updateProfile } from '../../api/profiles.ts';
import { onProfileUpdated } from '../../cache/mutation-updates.ts';
import { useForm } from '../../use-form.ts';
import { useSession } from '../../auth/session/session-react.tsx';

interface ProfileFormOptions {
  open: boolean;
  profile: Profile;
  onSaved: () => void;
  /** Uploads the chosen picture. @returns false when it failed */
  uploadPicture: () => Promise<boolean>;
}

type Fields = { displayName: string; bio: string };
const EMPTY_FIELDS: Fields = { displayName: '', bio: '' };

/** The fields of the dialog: filled when it opens, cleared when they are saved. Unsaved changes survive closing it. */
export function useProfileForm({ open, profile, onSaved, uploadPicture }: ProfileFormOptions) {
  const call = useCall();
  const client = useQueryClient();
  const { setPerson } = useSession();
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [filled, setFilled] = useState(EMPTY_FIELDS);
  const [wasOpen, setWasOpen] = useState(false);
  // Retries of the same content share an operation id; changed content gets a new one.
  const [operationId, setOperationId] = useState<string>(newId);

  const changeFields = (changed: Partial<Fields>) => {
    setFields((previous) => ({ ...previous, ...changed }));
    setOperationId(newId());
  };
  const { errors, isBusy, submit, edit } = useForm({ send: save, toErrors: toErrorCodes });
  useEffect(() => {
    if (!open) edit();
  }, [open, edit]);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && areEqual(fields, filled)) {
      const stored = { displayName: profile.display_name, bio: profile.bio };
      setFilled(stored);
      changeFields(stored);
    }
  }

  async function save(): Promise<void> {
    if (!(await uploadPicture())) return;
    const body = { display_name: fields.displayName, bio: fields.bio };
    const { handle, display_name } = await updateProfile(call, body, operationId);
    setPerson({ handle, display_name });
    setFields(EMPTY_FIELDS);
    setFilled(EMPTY_FIELDS);
    onSaved();
    await onProfileUpdated(client, handle);
  }

  const edited = (changed: Partial<Fields>) => {
    changeFields(changed);
    edit();
  };
  return {
    displayName: fields.displayName,
    bio: fields.bio,
    busy: isBusy,
    errors,
    onDisplayName: (displayName: string) => edited({ displayName }),
    onBio: (bio: string) => edited({ bio }),
    onSubmit: () => submit(),
  };
}

function areEqual(one: Fields, other: Fields): boolean {
  return one.displayName === other.displayName && one.bio === other.bio;
}
