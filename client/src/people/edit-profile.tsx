import {
  type Profile,
  AVATAR_EXTENSIONS,
  AVATAR_MAX_BYTES,
  type AvatarExtension,
  type UpdatedProfile,
} from '@cruddur/shared';
import { EditProfileDialog, findProfileErrors, type PictureState } from './edit-profile-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newId } from '../base/runtime/browser-runtime.ts';
import { ApiError, isUnreachable, toErrorCodes } from '../base/http/api-error.ts';
import { toErrorTexts } from '../base/http/error-texts.ts';
import { useCall } from '../base/http/page-services.ts';
import { onProfileUpdated } from '../sync/cache/mutation-updates.ts';
import { useForm } from '../base/machines/use-form.ts';
import { useSession } from '../base/session/session-react.tsx';
import type { Call } from '../base/http/http-client.ts';

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
  const { errors, isBusy, submit, edit } = useForm({
    check: findProfileErrors,
    send: save,
    toErrors: (failure) => (isUnreachable(failure) ? toErrorTexts(failure) : toErrorCodes(failure)),
  });
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

  async function save({ displayName, bio }: Fields): Promise<void> {
    if (!(await uploadPicture())) return;
    const body = { display_name: displayName, bio };
    const { handle, display_name } = await updateProfile(call, body, operationId);
    setPerson({ handle, display_name });
    setFields(EMPTY_FIELDS);
    setFilled(EMPTY_FIELDS);
    onSaved();
    await onProfileUpdated(client, handle);
  }

  return {
    displayName: fields.displayName,
    bio: fields.bio,
    busy: isBusy,
    errors,
    onDisplayName: (displayName: string) => changeFields({ displayName }),
    onBio: (bio: string) => changeFields({ bio }),
    onEdit: edit,
    onSubmit: () => submit(fields),
  };
}

function areEqual(one: Fields, other: Fields): boolean {
  return one.displayName === other.displayName && one.bio === other.bio;
}

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
      setPicture((before) => ({ ...before, error: toErrorTexts(failure).join('. ') }));
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
      setPicture({ preview, progress: null, error: toErrorTexts(failure).join('. ') });
      return false;
    }
  }

  return { picture, choose, uploadChosen };
}

interface ProfileChange {
  display_name: string;
  bio: string;
}

async function updateProfile(call: Call, body: ProfileChange, operationId: string): Promise<UpdatedProfile> {
  return (await call('updateProfile', { body, operationId })).data;
}

/**
 * Requests a signed URL and PUTs the picture there; the processed picture appears some seconds later.
 * @param onProgress receives the share that was sent, 0 to 1
 * @throws {ApiError} `extension_invalid`, `generic_415`, `generic_413`, or the status of the avatar store
 */
async function uploadAvatar(call: Call, file: File, onProgress: (share: number) => void): Promise<void> {
  const extension = checkAvatar(file);
  const url = await requestAvatarUploadUrl(call, { extension, size: file.size });
  // The URL is signed for this content type, whatever type the browser gives the file.
  await putPicture(url, new Blob([file], { type: avatarContentType(extension) }), onProgress);
}

/** @throws {ApiError} for a picture that cannot be uploaded: `extension_invalid`, `generic_415` or `generic_413` */
function checkAvatar(file: File): AvatarExtension {
  const extension = avatarExtension(file.name);
  if (!extension) throw new ApiError(422, ['extension_invalid']);
  if (file.size === 0) throw new ApiError(415, ['generic_415']);
  if (file.size > AVATAR_MAX_BYTES) throw new ApiError(413, ['generic_413']);
  return extension;
}

function avatarExtension(fileName: string): AvatarExtension | null {
  const ending = fileName.split('.').pop()?.toLowerCase();
  return AVATAR_EXTENSIONS.find((extension) => extension === ending) ?? null;
}

function avatarContentType(extension: AvatarExtension): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

/** A URL to PUT a picture of this kind and size in bytes to, valid for 300 s. */
async function requestAvatarUploadUrl(
  call: Call,
  picture: { extension: AvatarExtension; size: number },
): Promise<string> {
  return (await call('requestAvatarUpload', { body: picture })).data.url;
}

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
function putPicture(url: string, picture: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', picture.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, ['generic_500']));
    request.onload = () => {
      if (request.status === 200) resolve();
      else reject(new ApiError(request.status, [`generic_${request.status}`]));
    };
    request.send(picture);
  });
}
