import { EmptyState } from '../components/blank-state.tsx';
import { Button, LinkButton } from '../components/button.tsx';
import { paths } from '../paths.ts';
import { useCrudding } from './crudding.tsx';

/** An empty list of a signed-in person, and what to do about it. */
export function NothingYet({ line }: { line: string }) {
  const { compose } = useCrudding();
  return (
    <EmptyState line={line}>
      <p className="ways">
        <Button onClick={compose}>Write a crud</Button>
        <LinkButton variant="line" to={paths.search}>
          Find people
        </LinkButton>
      </p>
    </EmptyState>
  );
}
