import { EmptyListState } from '../ui/empty-state.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { paths } from '../paths.ts';
import { useComposeContext } from '../compose/compose-context.tsx';

/** The empty list of a member, with suggested actions. */
export function EmptyFeed({ description }: { description: string }) {
  const { openComposer } = useComposeContext();
  return (
    <EmptyListState description={description}>
      <p className="empty-state-actions">
        <Button onClick={openComposer}>Write a crud</Button>
        <LinkButton variant="outline" to={paths.search}>
          Find people
        </LinkButton>
      </p>
    </EmptyListState>
  );
}
