import type { Profile } from '@cruddur/shared';
import { EditProfileDialog } from '../../people/edit-profile-dialog.tsx';
import { useAvatarUpload } from './use-avatar-upload.ts';
import { useProfileForm } from './use-profile-form.ts';

/** The dialog that edits the viewer's name, bio and picture. Saving clears the fields and closes it. */
export function EditProfile({
  open,
  onClose,
  profile,
}: {
  open: boolean;
  onClose: () => void;
  profile: Profile;
}) {
  const { picture, choose, uploadChosen } = useAvatarUpload(profile);
  const form = useProfileForm({ open, profile, onSaved: onClose, uploadPicture: uploadChosen });
  return (
    <EditProfileDialog
      {...form}
      open={open}
      onClose={onClose}
      person={profile}
      picture={picture}
      onPick={choose}
    />
  );
}
