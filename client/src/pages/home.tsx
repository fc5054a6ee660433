import { LazyComponent } from '../../lazy/lazy-component.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Welcome } from '../../frame/welcome.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { lazyValue } from '../../lazy/lazy-value.ts';
import { paths } from '../../paths.ts';

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
