import { UserRoundX } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../base/http/page-services.ts';
import { Button } from '../base/ui/button.tsx';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { Icon } from '../base/ui/icon.tsx';
import { NotFoundState } from '../base/ui/page-states.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { blockedQuery, useBlockOf, useSetBlock } from './use-block.ts';

type Props = {
  person: { cognito_user_uuid: string; handle: string };
  /** What a person reads whom the other one has blocked; nothing by default. */
  otherwise?: string;
};

/** Says that the viewer has blocked a person, with the way back; nothing while neither has blocked the other. */
export function BlockNotice({ person, otherwise }: Props) {
  const { hidden, blocked } = useBlockOf(person.cognito_user_uuid);
  const setBlock = useSetBlock();
  if (!hidden || (!blocked && otherwise === undefined)) return null;
  return (
    <div className="block-notice" role="status">
      <p>{blocked ? `You blocked @${person.handle}` : otherwise}</p>
      {blocked && (
        <Button variant="outline" onClick={() => setBlock(person, false)}>
          Unblock
        </Button>
      )}
    </div>
  );
}

/** A crud that a member does not get: its author may be blocked, which the server says to no one. */
export function MissingCrud({ handle }: { handle: string }) {
  const { data, isPending } = useQuery(blockedQuery(useCall()));
  const setBlock = useSetBlock();
  if (isPending) return <Skeleton />;
  const author = data?.find((person) => person.handle === handle.toLowerCase());
  if (!author) return <NotFoundState what="crud" />;
  return (
    <EmptyState
      art={<Icon of={UserRoundX} size="huge" />}
      title={`You blocked @${author.handle}`}
      description="Their cruds are hidden from you."
    >
      <Button variant="outline" onClick={() => setBlock(author, false)}>
        Unblock
      </Button>
    </EmptyState>
  );
}
