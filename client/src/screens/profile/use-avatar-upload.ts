import type { Profile } from '@cruddur/shared';
import { useEffect, useState } from 'react';
import { toErrorCodes } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { checkAvatar, uploadAvatar } from '../../api/profiles.ts';
import type { PictureState } from '../../people/picture-picker.tsx';

const NONE: PictureState = { preview: null, progress: null, error: null };

/**
 * A picture that is chosen and previewed, and uploaded when the profile is saved. The preview stays until the profile has the
 * version of the processed picture.
 */
export function useAvatarUpload({ avatar_version }: Profile) {
  const call = useCall();
  const [picture, setPicture] = useState(NONE);
  const [chosen, setChosen] = useState<File | null>(null);
  const [version, setVersion] = useState(avatar_version);
  if (version !== avatar_version) {
    setVersion(avatar_version);
    // A picture that was chosen meanwhile is not in the profile yet.
    if (!chosen) setPicture(NONE);
  }

  const { preview } = picture;
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  function choose(file: File): void {
    try {
      checkAvatar(file);
    } catch (failure) {
      setPicture((before) => ({ ...before, error: toErrorCodes(failure)[0] ?? 'generic_500' }));
      return;
    }
    setChosen(file);
    setPicture({ preview: URL.createObjectURL(file), progress: null, error: null });
  }

  /** Uploads the chosen picture, if there is one. @returns false when it failed; then it stays chosen, with the error */
  async function uploadChosen(): Promise<boolean> {
    if (!chosen) return true;
    const showProgress = (progress: number | null) => setPicture({ preview, progress, error: null });
    showProgress(0);
    try {
      await uploadAvatar(call, chosen, showProgress);
      showProgress(null);
      setChosen(null);
      return true;
    } catch (failure) {
      setPicture({ preview, progress: null, error: toErrorCodes(failure)[0] ?? 'generic_500' });
      return false;
    }
  }

  return { picture, choose, uploadChosen };
}
