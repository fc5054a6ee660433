import { useState } from 'react';
import { countOf } from '../counts.ts';
import { CrudCard } from '../crud-card.tsx';
import { EditProfileDialog } from '../edit-profile-dialog.tsx';
import { PageHeader } from '../page-header.tsx';
import { ProfileHeader } from '../profile-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { feed, handlers, ines, nothing, profile } from './samples.ts';

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
        <CrudCard
          key={activity.uuid}
          activity={{ ...activity, ...ines }}
          handlers={handlers}
          onBurn={nothing}
        />
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
        onPick={nothing}
        onSubmit={() => setOpen(false)}
        busy={false}
        errors={name === '' ? ['display_name_blank', 'generic_500'] : []}
      />
    </PageFrame>
  );
}
