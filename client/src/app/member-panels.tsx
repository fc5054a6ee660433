import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../base/http/page-services.ts';
import { PeoplePanel } from '../people/people-panel.tsx';
import { HashtagsPanel } from '../feed/hashtags-panel.tsx';
import { SideSkeleton } from '../base/ui/skeleton.tsx';
import { useFirstContent } from '../base/hydration/first-content.ts';
import { suggestedQuery } from '../people/users.ts';
import { trendsQuery } from '../feed/feed-queries.ts';

/**
 * Trends and suggested people for members, requested after the first content is shown. They and the links below them appear
 * together, so that none moves another one.
 */
export function MemberPanels({ children }: { children: ReactNode }) {
  const call = useCall();
  const enabled = useFirstContent();
  const trends = useQuery({ ...trendsQuery(call), enabled });
  const suggested = useQuery({ ...suggestedQuery(call), enabled });
  if (trends.isPending || suggested.isPending) return <SideSkeleton />;
  return (
    <>
      {trends.data && <HashtagsPanel id="trending" title="Trending" hashtags={trends.data} />}
      {suggested.data && suggested.data.length > 0 && (
        <PeoplePanel id="suggested" title="Suggested Users" people={suggested.data} />
      )}
      {children}
    </>
  );
}
