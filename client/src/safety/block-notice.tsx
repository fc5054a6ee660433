import { Button } from '../base/ui/button.tsx';
import { useBlockOf, useSetBlock } from './use-block.ts';

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
