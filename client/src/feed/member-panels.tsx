import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../base/http/page-services.ts';
import { PeoplePanel } from '../people/people-panel.tsx';
import { HashtagsPanel } from './hashtags-panel.tsx';
import { SideSkeleton } from '../base/ui/skeleton.tsx';
import { useFirstContent } from '../base/hydration/first-content.ts';
import { suggestedQuery } from '../people/users.ts';
import { trendsQuery } from './feed-queries.ts';

interface Props {
  /** Begins the ids of the headings, unique on the page. */
  idPrefix: string;
  children?: ReactNode;
}

/**
 * Trends and suggested people for members, requested after the first content is shown. They and the links below them appear
 * together, so that none moves another one.
 */
export function MemberPanels({ idPrefix, children }: Props) {
  const call = useCall();
  const enabled = useFirstContent();
  const trends = useQuery({ ...trendsQuery(call), enabled });
  const suggested = useQuery({ ...suggestedQuery(call), enabled });
  if (trends.isPending || suggested.isPending) return <SideSkeleton />;
  return (
    <>
      {trends.data && <HashtagsPanel id={`${idPrefix}-trending`} title="Trending" hashtags={trends.data} />}
      {suggested.data && suggested.data.length > 0 && (
        <PeoplePanel id={`${idPrefix}-suggested`} title="Suggested Users" people={suggested.data} />
      )}
      {children}
    </>
  );
}
