import { errorText } from '@cruddur/shared';
import {
  CloudOff,
  FlameKindling,
  MessageCircleX,
  MessagesSquare,
  RotateCw,
  SearchX,
  UserRoundX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Button, LinkButton } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';
import { Bomb } from './logo.tsx';

// Apart from empty-state.tsx, which is in the entry chunk: these and their icons are not.

export function ExpiredCrudState() {
  return (
    <EmptyState
      art={<Bomb />}
      title="This crud has been forgotten"
      line="It burned out, as promised. Its author wanted it that way."
    >
      <LinkButton variant="line" to={paths.home}>
        Go home
      </LinkButton>
    </EmptyState>
  );
}

const MISSING = {
  person: { icon: UserRoundX, title: 'Nobody here by that name' },
  crud: { icon: FlameKindling, title: 'There is no such crud' },
  conversation: { icon: MessageCircleX, title: 'There is no such conversation' },
  place: { icon: SearchX, title: 'There is nothing here' },
} as const;

/** A page for an unknown user, crud, conversation or address. */
export function NotFoundState({ what, line }: { what: keyof typeof MISSING; line?: string }) {
  const { icon, title } = MISSING[what];
  return (
    <EmptyState art={<Icon of={icon} size="huge" />} title={title} line={line}>
      <LinkButton variant="line" to={paths.home}>
        Go home
      </LinkButton>
    </EmptyState>
  );
}

type Failure = { /** Code or text. */ error: string; line?: string; onRetry?: () => void };

/** A list that could not be loaded. */
export function FailedState({
  error,
  line = 'Your cruds are safe. The list is not here yet.',
  onRetry,
}: Failure) {
  return (
    <EmptyState art={<Icon of={CloudOff} size="huge" />} title={errorText(error)} line={line}>
      {onRetry && (
        <Button variant="line" onClick={onRetry}>
          <Icon of={RotateCw} size="small" />
          Try again
        </Button>
      )}
    </EmptyState>
  );
}

/** The right pane while no conversation is chosen. */
export function PickConversationState({ children }: { children?: ReactNode }) {
  return (
    <EmptyState
      art={<Icon of={MessagesSquare} size="huge" />}
      title="Pick a conversation"
      line="Or start one from somebody's profile."
    >
      {children}
    </EmptyState>
  );
}
