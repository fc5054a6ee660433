import type { Activity } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hasCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { profileQuery } from '../../api/queries.ts';
import { NotFoundState } from '../../components/blank-state.tsx';
import { countOf } from '../../components/counts.ts';
import { RepostNote } from '../../components/crud-note.tsx';
import { LatePart } from '../../components/late-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProfileHeader } from '../../components/profile-header.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import { NothingYet } from '../../feed/nothing-yet.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useBack, useIsFirst } from '../../feed/use-back.ts';
import { usePendingCruds } from '../../feed/use-pending.ts';
import { useSession } from '../../identity/session-react.tsx';
import { late } from '../../late.ts';
import { useNewsAsVisitor } from '../../realtime/live-react.tsx';
import { useCrudsCount } from './use-cruds-count.ts';

/** Only for oneself, with all that a popup needs. */
const editProfile = late(async () => (await import('./edit-profile.tsx')).EditProfile);

/** Somebody's name, picture, words about themselves and unexpired cruds. */
export function ProfilePage({ handle }: { handle: string }) {
  const { status, person } = useSession();
  const [editing, setEditing] = useState(false);
  const asVisitor = status === 'visitor';
  useNewsAsVisitor(asVisitor);
  const query = useInfiniteQuery(profileQuery(useCall(), handle, asVisitor));
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const profile = query.data?.pages[0]?.head;
  const count = useCrudsCount(profile, items);
  const pending = usePendingCruds();
  const back = useBack();
  const isFirst = useIsFirst();
  // An account that was deleted while its page stands open leaves nothing of its person there.
  if (!profile || hasCode(query.error, 'user_not_found'))
    return (
      <>
        <PageHeader title={`@${handle}`} onBack={back} />
        <QueryStates
          query={query}
          failure={(error) => hasCode(error, 'user_not_found') && <NotFoundState what="person" />}
        />
      </>
    );
  const self = person?.cognito_id === profile.cognito_user_uuid;
  return (
    <>
      <PageHeader
        title={profile.display_name}
        sub={countOf(count, 'Crud', 'Cruds')}
        onBack={self && isFirst ? undefined : back}
      />
      <ProfileHeader
        profile={profile}
        viewer={self ? 'self' : person ? 'other' : 'visitor'}
        onEdit={() => setEditing(true)}
      />
      <CrudList
        label={`Cruds by ${profile.display_name}`}
        items={items}
        {...(self && { pending, empty: <NothingYet line="Say the first thing. It will not last." /> })}
        paging={query}
        keyOf={keyOf}
        noteOf={noteOf}
      />
      {self && (
        <LatePart of={editProfile} with={{ open: editing, onClose: () => setEditing(false), profile }} />
      )}
    </>
  );
}

/** A crud and somebody's repost of it are two rows. */
function keyOf({ uuid, reposted_by }: Activity): string {
  return `${uuid} ${reposted_by?.handle ?? ''}`;
}

function noteOf({ reposted_by }: Activity) {
  return reposted_by && <RepostNote by={reposted_by} />;
}
