import type { Profile } from '@cruddur/shared';
import { Ellipsis, Mail, Pencil } from 'lucide-react';
import { newConversationPath } from '../paths.ts';
import { Avatar } from './avatar.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { Menu } from '../ui/menu.tsx';
import { ProfileBanner } from './profile-banner.tsx';
import { RichText } from '../ui/rich-text.tsx';

type Props = {
  profile: Profile;
  /** A visitor has no action. */
  viewer: 'self' | 'other' | 'visitor';
  onEdit: () => void;
  /** The further actions of another member. */
  menu: readonly MenuItem[];
};

/** Banner, picture, name, handle, bio, and the viewer's action. */
export function ProfileHeader({ profile, viewer, onEdit, menu }: Props) {
  const { display_name, handle, bio, cognito_user_uuid } = profile;
  return (
    <>
      <ProfileBanner id={cognito_user_uuid} />
      <section className="profile-header" aria-label="Profile">
        <Avatar person={profile} />
        <div className="profile-actions">
          {viewer === 'self' && (
            <Button variant="outline" onClick={onEdit}>
              <Icon of={Pencil} size="small" />
              Edit Profile
            </Button>
          )}
          {viewer === 'other' && (
            <>
              <LinkButton variant="outline" to={newConversationPath(handle)}>
                <Icon of={Mail} size="small" />
                Message
              </LinkButton>
              <Menu
                trigger={(props) => <IconButton {...props} label={`More about @${handle}`} icon={Ellipsis} />}
                items={menu}
              />
            </>
          )}
        </div>
        <h2>{display_name}</h2>
        <p className="muted">@{handle}</p>
        {bio !== '' && (
          <p className="bio" dir="auto">
            <RichText text={bio} />
          </p>
        )}
      </section>
    </>
  );
}
