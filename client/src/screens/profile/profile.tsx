import { useParams } from 'react-router-dom';
import { NotFoundState } from '../../components/blank-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { handleOf } from '../../paths.ts';
import { ProfilePage } from './profile-page.tsx';

/** `/@handle`; anything else that the router's pattern lets through is nowhere. */
export function ProfileScreen() {
  const handle = handleOf(useParams().at);
  useTitle(handle ? `@${handle}` : 'Not found');
  if (handle) return <ProfilePage key={handle} handle={handle} />;
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="place" />
    </>
  );
}
