import {
  authRequest,
  isUuid,
  quietRequest,
  syncRequest,
  typingRequest,
  viewingRequest,
  type AuthReply,
  type ClientToServerEvents,
  type SyncReply,
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
type HandleFrame = (session: RequestingSession, payload: unknown, answer: Answer) => Promise<void>;

const HANDLERS: Record<keyof ClientToServerEvents, HandleFrame> = {
  sync: handleSync,
  auth: handleAuth,
  typing: (session, payload) => handleSignal(session, 'typing', payload),
  presence: (session, payload) => handleSignal(session, 'presence', payload),
  quiet: handleQuiet,
  viewing: handleViewing,
};

/** Handles a frame whose name and number of arguments were checked. Rejects when the store cannot be read. */
export async function handleFrame(session: RequestingSession, frame: readonly unknown[]): Promise<void> {
  const [name, payload, answer] = frame as [keyof ClientToServerEvents, unknown, Answer];
  await HANDLERS[name](session, payload, answer);
}

async function handleSync(session: RequestingSession, payload: unknown, answer: Answer): Promise<void> {
  const request = syncRequest.safeParse(payload);
  if (!request.success) {
    session.countMalformed();
    return;
  }
  const { after } = request.data;
  const subscription = session.subscriptions.subscriptionTo(request.data.stream);
  const source = { room: subscription.room, readers: session.parts.readers };
  await session.runInOrder(async () => {
    const reply = subscription.endQuiet(after);
    session.noteVisible();
    answer(reply ?? (await answerSync(source, after)));
  });
}

async function handleAuth(session: RequestingSession, payload: unknown, answer: Answer): Promise<void> {
  const request = authRequest.safeParse(payload);
  if (!request.success) {
    session.countMalformed();
    return;
  }
  answer(await session.renewToken(request.data.token));
  session.endIfInvalid();
}

async function handleQuiet(session: RequestingSession, payload: unknown): Promise<void> {
  const request = quietRequest.safeParse(payload);
  if (!request.success) {
    session.countMalformed();
    return;
  }
  // After the requests before it: a `sync` in progress would end it.
  await session.runInOrder(() => {
    session.subscriptions.subscriptionTo(request.data.stream).startQuiet();
    return Promise.resolve();
  });
}

function handleViewing(session: RequestingSession, payload: unknown): Promise<void> {
  const request = viewingRequest.safeParse(payload);
  const isAccepted =
    request.success &&
    request.data.added.every(isUuid) &&
    session.parts.countsDelivery.changeView(session.subscriptions.subscriptionTo('public'), request.data);
  if (!isAccepted) session.countMalformed();
  return Promise.resolve();
}

async function handleSignal(
  session: RequestingSession,
  name: 'typing' | 'presence',
  payload: unknown,
): Promise<void> {
  const request = typingRequest.safeParse(payload);
  if (request.success && isUuid(request.data.message_group_uuid))
    await session.parts.sendPresence(name, session.viewer(), request.data.message_group_uuid);
  else session.countMalformed();
}
