import { PageHeader } from '../../components/page-header.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Welcome } from '../../components/welcome.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { paths } from '../../paths.ts';
import { HomeFeed } from './home-feed.tsx';

/** The home feed, or a welcome for those who are not signed in. */
export function Home() {
  const { status } = useSession();
  useTitle('Home');
  if (status === 'person') return <HomeFeed />;
  return (
    <>
      <PageHeader
        title="Home"
        end={
          <LinkButton small variant="quiet" to={paths.signIn}>
            Sign In
          </LinkButton>
        }
      />
      <Welcome />
    </>
  );
}
