import { useInfiniteQuery } from '@tanstack/react-query';
import type { PostAddress } from '../../api/activities.ts';
import { hasCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { postQuery } from '../../api/queries.ts';
import { ForgottenState, NotFoundState } from '../../components/blank-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useBack } from '../../feed/use-back.ts';
import { useSession } from '../../identity/session-react.tsx';
import { useNewsAsVisitor } from '../../realtime/live-react.tsx';
import { PostBody } from './post-body.tsx';

/** One crud with its replies, for as long as it lives. */
export function Post({ address }: { address: PostAddress }) {
  const { status } = useSession();
  const back = useBack();
  const asVisitor = status === 'visitor';
  useNewsAsVisitor(asVisitor);
  const query = useInfiniteQuery(postQuery(useCall(), address, asVisitor));
  // A burned crud's page is asked for again and refused: what is still cached must not outlive it.
  const over = query.isError && failureOf(query.error);
  return (
    <>
      <PageHeader title="Crud" onBack={back} />
      {over || !query.data ? (
        <QueryStates query={query} failure={failureOf} />
      ) : (
        <PostBody pages={query.data.pages} paging={query} />
      )}
    </>
  );
}

function failureOf(error: unknown) {
  if (hasCode(error, 'activity_expired')) return <ForgottenState />;
  return hasCode(error, 'activity_not_found') && <NotFoundState what="crud" />;
}
