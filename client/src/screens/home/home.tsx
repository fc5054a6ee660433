import { LatePart } from '../../components/late-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Welcome } from '../../components/welcome.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { late } from '../../late.ts';
import { paths } from '../../paths.ts';

const NOTHING = {};
const homeFeed = late(async () => (await import('./home-feed.tsx')).HomeFeed);

/** The home feed, or a welcome for those who are not signed in. */
export function Home() {
  const { status } = useSession();
  useTitle('Home');
  const meanwhile = (
    <>
      <PageHeader title="Home" />
      <Skeleton />
    </>
  );
  if (status === 'person') return <LatePart of={homeFeed} with={NOTHING} meanwhile={meanwhile} />;
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
