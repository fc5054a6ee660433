import { Button } from '../base/ui/button.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';
import { useBlockOf, useSetBlock } from './use-block.ts';

type Props = {
  person: { cognito_user_uuid: string; handle: string };
  /** What a person reads whom the other one has blocked; nothing by default. */
  otherwise?: string;
};

/** Says that the viewer has blocked a person, with the way back; nothing while neither has blocked the other. */
export function BlockNotice({ person, otherwise }: Props) {
  const { cognito_user_uuid: sub, handle } = person;
  const { hidden, blocked } = useBlockOf(sub);
  const { set, isBusy, errors } = useSetBlock();
  if (!hidden || (!blocked && otherwise === undefined)) return null;
  return (
    <div className="block-notice" role="status">
      <ErrorBox errors={errors} />
      <p>{blocked ? `You blocked @${handle}` : otherwise}</p>
      {blocked && (
        <Button variant="outline" busy={isBusy} onClick={() => set(sub, false)}>
          Unblock
        </Button>
      )}
    </div>
  );
}
