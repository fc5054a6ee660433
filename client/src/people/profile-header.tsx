import type { Profile } from '@cruddur/shared';
import { Ellipsis, Mail, Pencil } from 'lucide-react';
import { newConversationPath } from '../base/paths.ts';
import { Avatar, hashText } from './avatar.tsx';
import { Button, LinkButton } from '../base/ui/button.tsx';
import { IconButton, Icon } from '../base/ui/icon.tsx';
import type { MenuItem } from '../base/ui/menu-item.ts';
import { Menu } from '../base/ui/menu.tsx';
import { RichText } from '../base/ui/rich-text.tsx';
import { LogoSigns } from '../base/ui/logo.tsx';

type Props = {
  profile: Profile;
  /** A visitor has no action. */
  viewer: 'self' | 'other' | 'visitor';
  /** Neither of the two has blocked the other. */
  canMessage: boolean;
  onEdit: () => void;
  /** The further actions of another member. */
  menu: readonly MenuItem[];
};

/** Banner, picture, name, handle, bio, and the viewer's action. */
export function ProfileHeader({ profile, viewer, canMessage, onEdit, menu }: Props) {
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
              {canMessage && (
                <LinkButton variant="outline" to={newConversationPath(handle)}>
                  <Icon of={Mail} size="small" />
                  Message
                </LinkButton>
              )}
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

/** Three stops each. */
const GRADIENTS = [
  ['#2a0a5c', '#7a16c9', '#d7568f'],
  ['#14104a', '#4a2bd0', '#b35cf0'],
  ['#2b0b55', '#9500ff', '#ff8a3d'],
  ['#0b2347', '#4b1f9e', '#c94fb8'],
  ['#1d0838', '#5a1aa3', '#2f9aa8'],
] as const;

/** A banner drawn from a hash of the person's id. */
function ProfileBanner({ id }: { id: string }) {
  const seed = hashText(id);
  const [near, middle, far] = GRADIENTS[seed % GRADIENTS.length] ?? GRADIENTS[0];
  const angle = (seed >>> 8) % 360;
  const x = 60 + ((seed >>> 16) % 260);
  const tilt = -9 + ((seed >>> 4) % 15);
  const gradient = `sky-${seed.toString(36)}`;
  return (
    <div className="banner">
      <svg viewBox="0 0 616 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <defs>
          <linearGradient id={gradient} gradientTransform={`rotate(${angle % 2 ? 18 : 52})`}>
            <stop offset="0" stopColor={near} />
            <stop offset=".55" stopColor={middle} />
            <stop offset="1" stopColor={far} />
          </linearGradient>
        </defs>
        <rect width="616" height="200" fill={`url(#${gradient})`} />
        <g
          fill="none"
          stroke="#fff"
          strokeWidth="2.3"
          strokeLinecap="round"
          strokeLinejoin="round"
          opacity=".13"
          transform={`translate(${x} 4) rotate(${tilt}) scale(4.9)`}
        >
          <LogoSigns />
        </g>
      </svg>
    </div>
  );
}
