import { useState } from 'react';
import { countOf } from '../crud/counts.ts';
import { CrudCard } from '../crud/crud-card.tsx';
import { EditProfileDialog } from '../people/edit-profile-dialog.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { ProfileHeader } from '../people/profile-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { feed, handlers, ines, noop, profile } from './samples.ts';

const noPicture = { preview: null, progress: 0.4, error: null };

export function ProfilePage() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(profile.display_name);
  const [bio, setBio] = useState(profile.bio);
  return (
    <PageFrame section="profile">
      <PageHeader title={profile.display_name} sub={countOf(profile.cruds_count, 'Crud', 'Cruds')} />
      <ProfileHeader profile={profile} viewer="self" onEdit={() => setOpen(true)} />
      {feed.map((activity) => (
        <CrudCard key={activity.uuid} activity={{ ...activity, ...ines }} handlers={handlers} onBurn={noop} />
      ))}
      <EditProfileDialog
        open={open}
        onClose={() => setOpen(false)}
        person={ines}
        displayName={name}
        onDisplayName={setName}
        bio={bio}
        onBio={setBio}
        picture={noPicture}
        onPick={noop}
        onSubmit={() => setOpen(false)}
        busy={false}
        errors={name === '' ? ['display_name_blank', 'generic_500'] : []}
      />
    </PageFrame>
  );
}
