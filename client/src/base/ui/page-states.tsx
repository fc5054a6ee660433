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
import { unreachableHint, unreachableText } from '../http/api-error.ts';
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
      description="It burned out, as promised. Its author wanted it that way."
    >
      <LinkButton variant="outline" to={paths.home}>
        Go home
      </LinkButton>
    </EmptyState>
  );
}

const MISSING = {
  person: { icon: UserRoundX, title: 'No one here by that name' },
  crud: { icon: FlameKindling, title: 'This crud doesn’t exist' },
  conversation: { icon: MessageCircleX, title: 'This conversation doesn’t exist' },
  page: { icon: SearchX, title: 'This page doesn’t exist' },
} as const;

/** A page for an unknown user, crud, conversation or address. */
export function NotFoundState({ what, description }: { what: keyof typeof MISSING; description?: string }) {
  const { icon, title } = MISSING[what];
  return (
    <EmptyState art={<Icon of={icon} size="huge" />} title={title} description={description}>
      <LinkButton variant="outline" to={paths.home}>
        Go home
      </LinkButton>
    </EmptyState>
  );
}

type Failure = { /** Code or text. */ error: string; description?: string; onRetry?: () => void };

/** A list that could not be loaded. */
export function FailedState({
  error,
  description = 'Your cruds are safe. We couldn’t load the list.',
  onRetry,
}: Failure) {
  return (
    <EmptyState art={<Icon of={CloudOff} size="huge" />} title={errorText(error)} description={description}>
      {onRetry && (
        <Button variant="outline" onClick={onRetry}>
          <Icon of={RotateCw} size="small" />
          Try again
        </Button>
      )}
    </EmptyState>
  );
}

/** A list that no request could ask for. It loads by itself once the connection is back. */
export function UnreachableState({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      art={<Icon of={CloudOff} size="huge" />}
      title={unreachableText()}
      description={unreachableHint()}
    >
      <Button variant="outline" onClick={onRetry}>
        <Icon of={RotateCw} size="small" />
        Try again
      </Button>
    </EmptyState>
  );
}

/** The right pane while no conversation is chosen. */
export function PickConversationState({ children }: { children?: ReactNode }) {
  return (
    <EmptyState
      art={<Icon of={MessagesSquare} size="huge" />}
      title="Pick a conversation"
      description="Or start one from a profile."
    >
      {children}
    </EmptyState>
  );
}
