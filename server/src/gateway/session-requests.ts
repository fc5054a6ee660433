import {
  clientMessage,
  isUuid,
  type AuthReply,
  type ClientMessage,
  type StreamName,
  type SyncReply,
  type ViewingRequest,
} from '@cruddur/shared';
import { answerSync } from '../streams/answer-sync.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import type { CountsDelivery } from './counts-delivery.ts';
import type { SendPresence } from './presence.ts';
import type { StreamSubscriptions } from './stream-subscriptions.ts';

/** The socket that a request came from. */
export interface RequestingSession {
  readonly parts: { readers: StreamReaders; sendPresence: SendPresence; countsDelivery: CountsDelivery };
  readonly subscriptions: Pick<StreamSubscriptions, 'subscriptionTo'>;
  viewer(): Viewer;
  /** Called after a `sync`, which ends the quiet. */
  noteVisible(): void;
  countMalformed(): void;
  /** Runs after the requests before it, and after their replies were sent. */
  runInOrder(work: () => Promise<void>): Promise<void>;
  renewToken(accessToken: string): Promise<AuthReply>;
  /** Ends the session if its token or its sign-in is over. */
  endIfInvalid(): void;
}

type Answer = (reply: SyncReply | AuthReply) => void;

/** Handles a frame whose name and number of arguments were checked. Rejects when the store cannot be read. */
export async function handleFrame(
  session: RequestingSession,
  [name, payload, answer]: readonly unknown[],
): Promise<void> {
  const message = clientMessage.safeParse([name, payload]);
  if (message.success) await handleMessage(session, message.data, answer as Answer);
  else session.countMalformed();
}

async function handleMessage(
  session: RequestingSession,
  [name, payload]: ClientMessage,
  answer: Answer,
): Promise<void> {
  switch (name) {
    case 'sync':
      return handleSync(session, payload, answer);
    case 'auth':
      answer(await session.renewToken(payload.token));
      session.endIfInvalid();
      return;
    case 'quiet':
      return handleQuiet(session, payload.stream);
    case 'viewing':
      handleViewing(session, payload);
      return;
    default:
      return handleSignal(session, name, payload.message_group_uuid);
  }
}

async function handleSync(
  session: RequestingSession,
  { stream, after }: { stream: StreamName; after: string },
  answer: Answer,
): Promise<void> {
  const subscription = session.subscriptions.subscriptionTo(stream);
  const source = { room: subscription.room, readers: session.parts.readers };
  await session.runInOrder(async () => {
    const reply = subscription.endQuiet(after);
    session.noteVisible();
    answer(reply ?? (await answerSync(source, after)));
  });
}

/** After the requests before it: a `sync` in progress would end the quiet. */
function handleQuiet(session: RequestingSession, stream: 'public'): Promise<void> {
  return session.runInOrder(() => {
    session.subscriptions.subscriptionTo(stream).startQuiet();
    return Promise.resolve();
  });
}

function handleViewing(session: RequestingSession, change: ViewingRequest): void {
  const subscription = session.subscriptions.subscriptionTo('public');
  const isAccepted =
    change.added.every(isUuid) && session.parts.countsDelivery.changeView(subscription, change);
  if (!isAccepted) session.countMalformed();
}

async function handleSignal(
  session: RequestingSession,
  name: 'typing' | 'presence',
  group: string,
): Promise<void> {
  if (isUuid(group)) await session.parts.sendPresence(name, session.viewer(), group);
  else session.countMalformed();
}
