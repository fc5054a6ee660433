import type { Profile } from '@cruddur/shared';
import { EditProfileDialog } from '../../people/edit-profile-dialog.tsx';
import { usePicture } from './use-picture.ts';
import { useProfileForm } from './use-profile-form.ts';

/** The popup that edits the own name, bio and picture. Saving clears the fields and closes it. */
export function EditProfile({
  open,
  onClose,
  profile,
}: {
  open: boolean;
  onClose: () => void;
  profile: Profile;
}) {
  const form = useProfileForm({ open, profile, onSaved: onClose });
  const { picture, pick } = usePicture(profile);
  return (
    <EditProfileDialog
      {...form}
      open={open}
      onClose={onClose}
      person={profile}
      picture={picture}
      onPick={(file) => void pick(file)}
    />
  );
}
