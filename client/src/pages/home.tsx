import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { LinkButton } from '../base/ui/button.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { Welcome } from './welcome.tsx';
import { useTitle } from '../sync/me/use-title.ts';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';

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
  return (
    <>
      <PageHeader
        title="Home"
        end={
          <LinkButton variant="quiet" to={paths.signIn}>
            Sign In
          </LinkButton>
        }
      />
      <Welcome />
    </>
  );
}
