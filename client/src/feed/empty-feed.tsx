import { EmptyListState } from '../ui/empty-state.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { paths } from '../paths.ts';
import { useComposeContext } from '../compose/compose-context.tsx';

/** The empty list of a member, with suggested actions. */
export function EmptyFeed({ line }: { line: string }) {
  const { openComposer } = useComposeContext();
  return (
    <EmptyListState line={line}>
      <p className="empty-state-actions">
        <Button onClick={openComposer}>Write a crud</Button>
        <LinkButton variant="line" to={paths.search}>
          Find people
        </LinkButton>
      </p>
    </EmptyListState>
  );
}
