import { NotFoundState } from '../../ui/page-states.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { useTitle } from '../../app/use-title.ts';

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
