import type { Profile } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toErrorCodes } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { uploadAvatar } from '../../api/profiles.ts';
import { onProfileUpdated } from '../../cache/mutation-updates.ts';
import type { PictureState } from '../../people/picture-picker.tsx';

const NONE: PictureState = { preview: null, progress: null, error: null };

/** Uploads a picture and previews it. The preview stays until the profile has the version of the processed picture. */
export function useAvatarUpload({ handle, avatar_version }: Profile) {
  const call = useCall();
  const client = useQueryClient();
  const [picture, setPicture] = useState(NONE);
  const [version, setVersion] = useState(avatar_version);
  if (version !== avatar_version) {
    setVersion(avatar_version);
    setPicture(NONE);
  }

  const { preview } = picture;
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  async function upload(file: File): Promise<void> {
    const chosen = URL.createObjectURL(file);
    setPicture({ preview: chosen, progress: 0, error: null });
    try {
      await uploadAvatar(call, file, (progress) => setPicture({ preview: chosen, progress, error: null }));
      setPicture({ preview: chosen, progress: null, error: null });
      await onProfileUpdated(client, handle);
    } catch (failure) {
      setPicture({ ...NONE, error: toErrorCodes(failure)[0] ?? 'generic_500' });
    }
  }

  return { picture, upload };
}
