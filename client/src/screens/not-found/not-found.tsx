import { SearchX } from 'lucide-react';
import { BlankState } from '../../components/blank-state.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { paths } from '../../paths.ts';

/** Any address that leads nowhere. */
export function NotFound() {
  useTitle('Not found');
  return (
    <>
      <PageHeader title="Not found" />
      <BlankState
        art={<Icon of={SearchX} size="huge" />}
        title="There is nothing here"
        line="It burned out, or it never was. Both happen here."
      >
        <LinkButton variant="line" to={paths.home}>
          Go home
        </LinkButton>
      </BlankState>
    </>
  );
}
