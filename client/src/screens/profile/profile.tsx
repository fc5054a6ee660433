import { useParams } from 'react-router-dom';
import { NotFoundState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { useTitle } from '../../app/use-title.ts';
import { parseHandleSegment } from '../../paths.ts';
import { ProfilePage } from './profile-page.tsx';

/** `/@handle`; anything else that the router's pattern lets through is nowhere. */
export function ProfileScreen() {
  const handle = parseHandleSegment(useParams().at);
  useTitle(handle ? `@${handle}` : 'Not found');
  if (handle) return <ProfilePage key={handle} handle={handle} />;
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="place" />
    </>
  );
}
