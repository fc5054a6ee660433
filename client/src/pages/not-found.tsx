import { NotFoundState } from '../base/ui/page-states.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { useTitle } from '../sync/me/use-title.ts';

/** Any address without a route. */
export function NotFound() {
  useTitle('Not found');
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="page" description="It burned out or never existed. Both happen here." />
    </>
  );
}
