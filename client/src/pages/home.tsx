import { HOME_MAX_AGE_MS } from '@cruddur/shared';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Call } from '../base/http/http-client.ts';
import { useCall } from '../base/http/page-services.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { Welcome } from './welcome.tsx';
import { useTitle } from '../sync/me/use-title.ts';
import { useSession } from '../base/session/session-react.tsx';

const NO_PROPS = {};
const lazyHomeFeed = lazyValue(21, async () => (await import('./home-feed.tsx')).HomeFeed);

/** The home feed for members, the welcome page for visitors. */
export function Home() {
  const { status } = useSession();
  useTitle('Home');
  const fallback = (
    <>
      <PageHeader title="Home" />
      <Skeleton />
    </>
  );
  if (status === 'person')
    return <LazyComponent component={lazyHomeFeed} componentProps={NO_PROPS} fallback={fallback} />;
  return <VisitorHome />;
}

function VisitorHome() {
  const { data, isError } = useQuery(newestQuery(useCall()));
  return (
    <>
      <PageHeader title="Home" />
      <Welcome newest={data ?? null} isUnreachable={isError} />
    </>
  );
}

const RETRY_MS = 5000;

/** Fetched again for a reader who comes back to the page, and not under one who reads: the rows would change. */
function newestQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.newest,
    queryFn: async ({ signal }) => (await call('newestCruds', { signal })).data,
    staleTime: HOME_MAX_AGE_MS,
    refetchOnWindowFocus: true,
    // A visitor’s home has no connection whose return would be noticed.
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
  });
}
