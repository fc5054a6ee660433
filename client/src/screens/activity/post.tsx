import { useInfiniteQuery } from '@tanstack/react-query';
import type { PostAddress } from '../../api/activities.ts';
import { hasErrorCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { postQuery } from '../../cache/queries.ts';
import { ExpiredCrudState, NotFoundState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useBack } from '../../app/use-back.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { useVisitorUpdates } from '../../realtime/realtime-react.tsx';
import { PostBody } from './post-body.tsx';

/** One crud with its replies, for as long as it lives. */
export function Post({ address }: { address: PostAddress }) {
  const { status } = useSession();
  const back = useBack();
  const asVisitor = status === 'visitor';
  useVisitorUpdates(asVisitor);
  const query = useInfiniteQuery(postQuery(useCall(), address, asVisitor));
  // A burned crud's page is asked for again and refused: what is still cached must not outlive it.
  const over = query.isError && knownFailure(query.error);
  return (
    <>
      <PageHeader title="Crud" onBack={back} />
      {over || !query.data ? (
        <QueryStatus query={query} failure={knownFailure} />
      ) : (
        <PostBody pages={query.data.pages} paging={query} />
      )}
    </>
  );
}

function knownFailure(error: unknown) {
  if (hasErrorCode(error, 'activity_expired')) return <ExpiredCrudState />;
  return hasErrorCode(error, 'activity_not_found') && <NotFoundState what="crud" />;
}
