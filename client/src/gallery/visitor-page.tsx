import { paths } from '../paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { Welcome } from '../frame/welcome.tsx';
import { PageFrame } from './page-frame.tsx';

export function VisitorPage() {
  const signIn = (
    <LinkButton variant="quiet" to={paths.signIn}>
      Sign In
    </LinkButton>
  );
  return (
    <PageFrame section="home" visitor>
      <PageHeader title="Home" end={signIn} />
      <Welcome />
    </PageFrame>
  );
}
